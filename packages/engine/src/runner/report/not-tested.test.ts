import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceVersion, type AuditEvidence } from '../../evidence/evidence.ts';
import { untested } from '../../evidence/observed.ts';
import { exampleZone } from '../../evidence/zone/example.ts';
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

test('deep mode says that networks of name servers take a table of routes', () => {
  const said = (changes: Parameters<typeof exampleZone>[0]): boolean => {
    const zone = exampleZone(changes);
    const evidence: AuditEvidence = {
      version: evidenceVersion,
      missing: [],
      target: { ...target, scanMode: 'deep' },
      zone,
    };
    return notTested(evidence, []).some(({ reason }) => reason.includes('PERIMETER_ROUTES'));
  };
  assert.equal(said({ changes: { origins: untested('routes-off') } }), true);
  assert.equal(said({}), false);
});
