import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '@perimeter/contract/finding';
import { networkSection } from '@perimeter/contract/observed/network';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { mutePort, quietAddress } from '../../evidence/ports/example.ts';
import { noPorts } from '../../evidence/ports/none.ts';
import type { PortsEvidence } from '../../evidence/ports/schema.ts';
import { wholeNetworkMember } from './network-member.ts';

const target = {
  domain: 'site.lab',
  registrableDomain: 'site.lab',
  scanMode: 'deep',
  seed: '',
  startedAtMs: 0,
} as const;
const evidenceOf = (ports?: PortsEvidence): AuditEvidence => ({
  version: evidenceVersion,
  target,
  missing: [],
  ...(ports === undefined ? {} : { ports }),
});
const swept = (count: number): PortsEvidence => ({
  ...noPorts,
  notAsked: null,
  addresses: [{ ...quietAddress, closed: [21, 23], silent: [445] }],
  open: Array.from({ length: count }, (_, at) => ({ ...mutePort, port: 6379 + at, service: 'redis', access: 'open' })),
});
const redis = {
  checkId: 'svc-redis-noauth',
  address: quietAddress.address,
  affectedUrl: 'tcp://site.lab:6379',
} as Partial<Finding> as Finding;

test('an address has its open ports with their failed checks, and the others as counts', () => {
  const member = wholeNetworkMember(evidenceOf(swept(2)), [redis, { ...redis, address: '203.0.113.99' }]);
  const [host] = networkSection.parse(member).hosts ?? [];
  assert.deepEqual(
    host?.ports.map(({ port, service, access, checks }) => [port, service, access, checks]),
    [
      [6379, 'redis', 'open', ['svc-redis-noauth']],
      [6380, 'redis', 'open', []],
    ],
  );
  assert.deepEqual([host?.closed, host?.filtered, host?.unknown, host?.portsLeft], [2, 1, 0, 0]);
  assert.deepEqual([member?.names, member?.registration], [[], null]);
});

test('further open ports are counted, and without data the section is missing', () => {
  const [host] = wholeNetworkMember(evidenceOf(swept(70)), [])?.hosts ?? [];
  assert.deepEqual([host?.ports.length, host?.portsLeft], [64, 6]);
  assert.equal(wholeNetworkMember(evidenceOf(), []), null);
});
