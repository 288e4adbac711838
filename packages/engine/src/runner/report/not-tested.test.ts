import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceVersion, type AuditEvidence } from '../../evidence/evidence.ts';
import { noHttp } from '../../evidence/http/example.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import { exampleZone } from '../../evidence/zone/example.ts';
import { noRouting } from '../../evidence/routing/example.ts';
import type { RoutingEvidence } from '../../evidence/routing/schema.ts';
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

test("deep mode states what it skipped at the domain's mail servers without authority", () => {
  assert.equal(saysAuthority({ scanMode: 'deep' }, 'mx.site.lab'), true);
  assert.equal(saysAuthority({ scanMode: 'deep', authority: true }, 'mx.site.lab'), false);
  assert.equal(saysAuthority({ scanMode: 'deep' }, 'mx.provider.lab'), false);
  assert.equal(saysAuthority({ scanMode: 'standard' }, 'mx.site.lab'), false);
});

test('deep mode states that networks of name servers need a table of routes', () => {
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

test('a report states why hosts were not compared with the preload list', () => {
  const said = (preload: NonNullable<AuditEvidence['http']>['preload']): string | undefined => {
    const http = { ...noHttp, preload };
    const stated = { ...target, scanMode: 'standard' as const };
    const evidence: AuditEvidence = { version: evidenceVersion, missing: [], target: stated, http };
    return notTested(evidence, []).find(({ what }) => what === 'HSTS preload list')?.reason;
  };
  assert.match(said(untested('preload-off')) ?? '', /PERIMETER_HSTS_PRELOAD/);
  assert.match(said(unseen('malformed', 'preload-unreadable', 'it ends early')) ?? '', /cannot be used: it ends early/);
  assert.equal(said(seen({ file: 'list.json', date: '2026-11-01', hosts: [] })), undefined);
  assert.equal(said(undefined), undefined);
});

test('disabled sources are named', () => {
  const said = (change: Partial<RoutingEvidence>): string[] => {
    const routing = { ...noRouting, ...change };
    const stated = { ...target, scanMode: 'deep' as const };
    const evidence: AuditEvidence = { version: evidenceVersion, missing: [], target: stated, routing };
    return notTested(evidence, []).map(({ what }) => what);
  };
  const off = (['rdap', 'routes', 'vrps', 'cymru', 'block-list'] as const).map((name) => ({
    name,
    which: null,
    state: 'not-asked' as const,
    madeMs: null,
  }));
  const all = [
    'Registration (expiry, locks)',
    'Networks (AS) of web and mail',
    'RPKI validity of routes',
    'Block lists',
    'Malware and phishing lists, and the answers of other resolvers',
  ];
  for (const what of all) assert.ok(said({ sources: off }).includes(what), what);
  const used = off.map((one) => ({ ...one, state: 'used' as const }));
  const registration = seen({ statuses: [], expiresMs: null });
  for (const what of all.slice(0, 4)) assert.ok(!said({ sources: used, registration }).includes(what), what);
});
