import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noCertificates } from '../../evidence/certificates/example.ts';
import { noDns } from '../../evidence/dns/example.ts';
import type { DnsLookup } from '../../evidence/dns/lookup.ts';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { noHttp } from '../../evidence/http/example.ts';
import { dnsCounts } from './dns-counts.ts';

const lookup = (name: string, queries: number): DnsLookup => ({
  name,
  type: 'A',
  status: 'nodata',
  authenticated: false,
  cnames: [],
  records: [],
  queries,
});
const nothing: AuditEvidence = {
  version: evidenceVersion,
  target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
  missing: [{ kind: 'dns', reason: 'internal error in this probe' }],
};

test('the counts of all probes are added up', () => {
  const evidence: AuditEvidence = {
    ...nothing,
    dns: { ...noDns, questionsAsked: 21, queriesSent: 23 },
    endpoints: { hosts: [] },
    http: { ...noHttp, lookups: [lookup('a.lab', 1), lookup('b.lab', 3)] },
    certificates: { ...noCertificates, lookups: [lookup('a.lab', 0)] },
  };
  assert.deepEqual(dnsCounts(evidence), { questionsAsked: 24, queriesSent: 27 });
});

test('a probe without evidence adds no counts', () => {
  assert.deepEqual(dnsCounts(nothing), { questionsAsked: 0, queriesSent: 0 });
});
