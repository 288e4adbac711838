import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SectionCell } from '@perimeter/contract/section';
import { seen, untested } from '../observed.ts';
import { exampleAddress, exampleHost, noRouting } from './example.ts';
import type { RoutingEvidence } from './schema.ts';
import { routingSection } from './section.ts';

const startedAtMs = Date.UTC(2026, 10, 20);
const target = { domain: 'site.lab', registrableDomain: 'site.lab', scanMode: 'deep', startedAtMs, seed: 'x' } as const;
const day = 86_400_000;

const sectionOf = (change: Partial<RoutingEvidence>) =>
  routingSection({ routing: { ...noRouting, ...change }, target }) ?? assert.fail('no section');
const rowsOf = (caption: string, change: Partial<RoutingEvidence>): SectionCell[][] =>
  sectionOf(change).tables.find((table) => table.caption === caption)?.rows ?? [];

test('without evidence there is no section', () => assert.equal(routingSection({ target }), null));

test('a registration is told with its end and its lock', () => {
  const registration = seen({ statuses: ['active'], expiresMs: startedAtMs + 10 * day, registrar: 'Names Ltd' });
  assert.deepEqual(rowsOf('Registration of site.lab', { registration }), [
    ['Ends', '2026-11-30', { tone: 'bad', text: 'in 10 days' }],
    ['Registrar', 'Names Ltd', null],
    ['Transfer lock', 'active', { tone: 'fair', text: 'not locked' }],
  ]);
  const [off] = rowsOf('Registration of site.lab', { registration: untested('registries-off') });
  assert.match(String(off?.[1]), /PERIMETER_SOURCES=none/);
});

test('an address shows its route, and the figure who announces it', () => {
  const change = {
    hosts: [
      exampleHost('site.lab', { ipv6: seen([]) }),
      exampleHost('www.site.lab', { ipv4: seen([]), ipv6: seen([]) }),
    ],
    addresses: [exampleAddress('192.0.2.80', { vrps: seen([{ prefix: '192.0.2.0/24', system: 1, maxLength: 24 }]) })],
  };
  assert.deepEqual(rowsOf('Networks and routes', change), [
    ['192.0.2.80', '192.0.2.0/24', 'AS64500', { tone: 'bad', text: 'RPKI invalid (other origin)' }],
  ]);
  assert.deepEqual(
    rowsOf('IPv4 and IPv6', change).map(([name]) => name),
    ['site.lab'],
  );
  const [figure] = sectionOf(change).figures;
  assert.deepEqual(
    figure?.scene.edges.map(({ from, to, tone }) => `${from} ${to} ${tone}`),
    ['host 0 192.0.2.80 fair', '192.0.2.80 AS64500 bad'],
  );
});

test('a list whose test entry is missing says nothing', () => {
  const listing = { list: 'list.lab', about: 'address', isSpamhaus: false } as const;
  const answers = (must: string[]): RoutingEvidence['lists'] => [
    { ...listing, subject: '127.0.0.2', role: 'listed-test', answers: seen(must) },
    { ...listing, subject: '127.0.0.1', role: 'unlisted-test', answers: seen([]) },
    { ...listing, subject: '192.0.2.80', role: 'subject', answers: seen(['127.0.0.4']) },
  ];
  const stateOf = (must: string[]) => rowsOf('Block lists', { lists: answers(must) })[0]?.[2];
  assert.deepEqual(stateOf(['127.0.0.2']), { tone: 'bad', text: 'listed' });
  assert.deepEqual(stateOf([]), { tone: 'neutral', text: 'the list refused' });
});

test('lines of a file that cannot be read are counted', () => {
  const noteOf = (badLines?: number) =>
    sectionOf({
      sources: [
        {
          name: 'routes',
          which: 'routes.txt',
          state: 'used',
          madeMs: 0,
          ...(badLines === undefined ? {} : { badLines }),
        },
      ],
    }).tables.find(({ caption }) => caption === 'Sources')?.note ?? '';
  assert.match(noteOf(1), /^1 line of routes\.txt cannot be read/);
  assert.match(noteOf(17), /^17 lines of routes\.txt cannot be read/);
  assert.doesNotMatch(noteOf(), /cannot be read/);
});
