import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noDns } from '../evidence/dns/example.ts';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import { endpointHost } from '../evidence/endpoints/example.ts';
import { type AuditEvidence, evidenceVersion } from '../evidence/evidence.ts';
import { noHttp } from '../evidence/http/example.ts';
import { failureOf, failureOfSilence } from './failure.ts';

type Host = NonNullable<AuditEvidence['endpoints']>['hosts'][number];

const apex = (changes: Partial<Host>): AuditEvidence => ({
  version: evidenceVersion,
  target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
  endpoints: { hosts: [endpointHost('a.lab', [], changes)] },
  missing: [],
});
const open = { address: '203.0.113.1', family: 4, allowed: true } as const;
const nullMx: DnsAnswer = {
  name: 'a.lab',
  type: 'MX',
  status: 'answer',
  authenticated: false,
  transport: 'udp',
  cnames: [],
  records: [{ name: 'a.lab', type: 'MX', ttl: 60, data: '0 .' }],
  extendedErrors: [],
};
const withMail = (evidence: AuditEvidence): AuditEvidence => ({
  ...evidence,
  dns: { ...noDns, answers: [nullMx] },
});
const silent = { tls: { endpoints: [] }, http: noHttp };

const rows: [string, AuditEvidence, string | undefined][] = [
  ['a name that does not exist', apex({ status: 'nxdomain' }), 'domain_not_found'],
  ['a resolver that failed', apex({ status: 'failed' }), 'dns_unavailable'],
  ['a name without addresses', apex({ status: 'no-address' }), undefined],
  ['addresses that cannot be looked up, of a domain that DNS knows', withMail(apex({ status: 'failed' })), undefined],
  [
    'only forbidden addresses',
    apex({ status: 'exists', addresses: [{ ...open, allowed: false, blockedBy: '10.0.0.0/8' }] }),
    'target_blocked',
  ],
  ['a web site that is silent', { ...apex({ status: 'exists', addresses: [open] }), ...silent }, undefined],
  ['probes that have not answered yet', apex({ status: 'exists', addresses: [open] }), undefined],
];

for (const [name, evidence, code] of rows) {
  test(`${name}: ${code ?? 'no failure'}`, () => assert.equal(failureOf(evidence)?.code, code));
}

test('an audit with hardly any result states whether the target was silent', () => {
  const there = apex({ status: 'exists', addresses: [open] });
  assert.equal(failureOfSilence({ ...there, ...silent }).code, 'target_unreachable');
  assert.equal(failureOfSilence(there).code, 'insufficient_coverage');
  assert.equal(failureOfSilence(apex({ status: 'no-address' })).code, 'insufficient_coverage');
  const looped = { ...noDns, followedAliases: [{ name: 'a.lab', chain: ['www.a.lab', 'a.lab'] }] };
  assert.match(failureOfSilence({ ...apex({ status: 'failed' }), dns: looped }).message, /lead back to themselves/);
});
