import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historySection } from './history/section.ts';
import { untested } from './observed.ts';
import { byPlace } from './section.ts';

const place = (address: string) => ({ host: 'a.test', address, port: 443 });
const [one, two] = [place('192.0.2.1'), place('192.0.2.2')];

test('the same cells of several places make one row, which names them unless they are all', () => {
  const seen = [
    { place: one, cells: ['x'] },
    { place: two, cells: ['x'] },
    { place: two, cells: ['y'] },
  ];
  assert.deepEqual(byPlace(seen, [one, two]), [
    ['x', 'all 2 endpoints'],
    ['y', 'a.test (192.0.2.2 port 443)'],
  ]);
  assert.deepEqual(byPlace(seen.slice(0, 1), [one]), [['x', null]]);
  assert.deepEqual(byPlace([...seen.slice(0, 1), ...seen.slice(2)], [one]), [
    ['x', 'a.test (192.0.2.1 port 443)'],
    ['y', 'a.test (192.0.2.2 port 443)'],
  ]);
  assert.deepEqual(byPlace(seen.slice(2), [one]), [['y', 'a.test (192.0.2.2 port 443)']]);
});

test('keys and sessions of earlier audits are shown, and nothing where this is the first', () => {
  const key = { host: 'a.test', port: 443, algorithm: 'ec', spkiSha256: 'ab', firstSeenMs: 0, lastSeenMs: 86_400_000 };
  const session = {
    address: '192.0.2.1',
    port: 443,
    serverName: 'a.test',
    version: 'TLSv1.3' as const,
    suite: 0x1301,
    receivedAtMs: 0,
    resumed: untested('tickets-too-young'),
  };
  const shown = historySection({ history: { sinceMs: 0, keys: [key], sessions: [session] } });
  assert.deepEqual(
    shown?.tables.map(({ rows }) => rows),
    [
      [['a.test', 443, 'ec', 'ab', '1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z']],
      [['a.test (192.0.2.1 port 443)', 'TLSv1.3', '1970-01-01T00:00:00.000Z', { text: 'not tested', tone: 'fair' }]],
    ],
  );
  assert.equal(historySection({ history: { sinceMs: null, keys: [], sessions: [] } }), null);
  assert.equal(historySection({}), null);
});
