import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { netFailed } from '../../evidence/observed.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { judgeGolden } from '../golden.ts';
import { vantageOf } from './vantage-of.ts';

type Reason = Parameters<typeof netFailed>[0];

/** An audit of these addresses, each answered or failed with a reason. */
function audit(addresses: Readonly<Record<string, Reason | null>>): AuditEvidence {
  const endpoints = Object.entries(addresses).map(([address, reason]) => ({
    ...goodEndpoint,
    address,
    speaksTls: reason === null,
    unreachable: reason === null ? null : netFailed(reason, 'nothing-answered'),
  }));
  return {
    version: evidenceVersion,
    target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
    tls: { endpoints },
    missing: [],
  };
}

const rows: [string, Readonly<Record<string, Reason | null>>, string, string][] = [
  ['both answer', { '192.0.2.1': null, '2001:db8::1': null }, 'yes', 'yes'],
  [
    'a refusal came back, and there is no route for IPv6',
    { '192.0.2.1': 'refused', '2001:db8::1': 'unreachable' },
    'yes',
    'no',
  ],
  ['silence may be the target', { '192.0.2.1': 'timeout', '2001:db8::1': 'timeout' }, 'unknown', 'unknown'],
  [
    'one IPv6 address answers, another has no route',
    { '2001:db8::1': 'unreachable', '2001:db8::2': null },
    'unknown',
    'yes',
  ],
  ['no address of a family was tried', { '192.0.2.1': null }, 'yes', 'unknown'],
  ['an address that the guard forbids says nothing', { '192.0.2.1': 'blocked' }, 'unknown', 'unknown'],
];

for (const [what, addresses, ipv4, ipv6] of rows) {
  test(`${what}: IPv4 ${ipv4}, IPv6 ${ipv6}`, () => {
    const vantage = vantageOf(audit(addresses));
    assert.deepEqual([vantage.ipv4, vantage.ipv6], [ipv4, ipv6]);
  });
}

test('facts that no probe observed are unknown', () => {
  const { ipv4: _4, ipv6: _6, clockOffsetSeconds, tlsIssuer, ...words } = vantageOf(audit({}));
  assert.deepEqual([...new Set(Object.values(words))], ['unknown']);
  assert.deepEqual([clockOffsetSeconds, tlsIssuer], [null, null]);
});

test('a recorded audit shows its vantage', () => {
  const { coverage, sections } = JSON.parse(judgeGolden('good.lab'));
  assert.equal(coverage.vantage.ipv4, 'yes');
  assert.equal(coverage.vantage.tls, 'untouched');
  assert.equal(sections.at(-1).title, 'Measured from');
});
