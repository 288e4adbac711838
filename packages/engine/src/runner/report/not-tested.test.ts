import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceVersion, type AuditEvidence } from '../../evidence/evidence.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { notTested } from './not-tested.ts';

const target = { domain: 'site.lab', registrableDomain: 'site.lab', startedAtMs: 0, seed: 'x' };
const servedBy = (serverName: string): Pick<AuditEvidence, 'mailTls'> => ({
  mailTls: { endpoints: [{ ...goodEndpoint, serverName, port: 25 }] },
});

function saysAuthority(stated: Pick<AuditEvidence['target'], 'scanMode' | 'authority'>, serverName: string): boolean {
  const evidence: AuditEvidence = {
    version: evidenceVersion,
    missing: [],
    target: { ...target, ...stated },
    ...servedBy(serverName),
  };
  return notTested(evidence, []).some(({ reason }) => reason.includes('authority to test the domain'));
}

test('deep mode says what it left out of own mail servers without authority', () => {
  assert.equal(saysAuthority({ scanMode: 'deep' }, 'mx.site.lab'), true);
  assert.equal(saysAuthority({ scanMode: 'deep', authority: true }, 'mx.site.lab'), false);
  assert.equal(saysAuthority({ scanMode: 'deep' }, 'mx.provider.lab'), false);
  assert.equal(saysAuthority({ scanMode: 'standard' }, 'mx.site.lab'), false);
});
