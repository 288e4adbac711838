import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointHost } from '../evidence/endpoints/example.ts';
import { type AuditEvidence, evidenceVersion } from '../evidence/evidence.ts';
import { noHttp } from '../evidence/http/example.ts';
import { failureOf } from './failure.ts';

type Host = NonNullable<AuditEvidence['endpoints']>['hosts'][number];

const apex = (changes: Partial<Host>): AuditEvidence => ({
  version: evidenceVersion,
  target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
  endpoints: { hosts: [endpointHost('a.lab', [], changes)] },
  missing: [],
});
const open = { address: '203.0.113.1', family: 4, allowed: true } as const;
const silent = { tls: { endpoints: [] }, http: noHttp };

const rows: [string, AuditEvidence, string | undefined][] = [
  ['a name that does not exist', apex({ status: 'nxdomain' }), 'domain_not_found'],
  ['a resolver that failed', apex({ status: 'failed' }), 'dns_unavailable'],
  ['a name without addresses', apex({ status: 'no-address' }), 'target_unreachable'],
  [
    'only forbidden addresses',
    apex({ status: 'exists', addresses: [{ ...open, allowed: false, blockedBy: '10.0.0.0/8' }] }),
    'target_blocked',
  ],
  ['nothing that answers', { ...apex({ status: 'exists', addresses: [open] }), ...silent }, 'target_unreachable'],
  ['probes that have not answered yet', apex({ status: 'exists', addresses: [open] }), undefined],
];

for (const [name, evidence, code] of rows) {
  test(`${name}: ${code ?? 'no failure'}`, () => assert.equal(failureOf(evidence)?.code, code));
}
