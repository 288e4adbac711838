import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { type AuditEvidence, evidenceVersion } from '../../evidence/evidence.ts';
import { noHttp } from '../../evidence/http/example.ts';
import { netFailed, seen } from '../../evidence/observed.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { answered } from '../../modules/derive/http/testing/evidence.ts';
import { policy } from '../../scoring/policy.data.ts';
import { scoreAudit } from '../../scoring/score.ts';
import { circumstancesOf } from '../report/circumstances.ts';
import { outcomeWithoutSite, refusingAddresses } from './without-site.ts';

type Failure = Parameters<typeof netFailed>[0];

const audit = (...hosts: ReturnType<typeof endpointHost>[]): AuditEvidence => ({
  version: evidenceVersion,
  target: { domain: 'a.lab', registrableDomain: 'a.lab', scanMode: 'standard', startedAtMs: 0, seed: '' },
  endpoints: { hosts },
  missing: [],
});

const bare = audit(endpointHost('a.lab'), endpointHost('www.a.lab', [], { status: 'nxdomain' }));
const unknown = audit(endpointHost('a.lab'), endpointHost('www.a.lab', [], { status: 'failed' }));

/** An audit of one address whose TLS and HTTP connections end like this. */
function answering(tls: Failure, http: Failure): AuditEvidence {
  const endpoint = { ...goodEndpoint, speaksTls: false, unreachable: netFailed(tls, 'nothing-answered') };
  const request = { method: 'GET', url: 'http://a.lab/', requestHead: '', tls: null };
  const failed = { ok: false, failure: netFailed(http, 'nothing-answered') } as const;
  return {
    ...audit(endpointHost('a.lab', ['203.0.113.1'])),
    tls: { endpoints: [endpoint], otherServices: seen([]) },
    http: { ...noHttp, exchanges: [{ id: 'http-apex.1', ...request, address: null, port: 80, result: failed }] },
  };
}

const rows: [string, AuditEvidence, string | undefined, string | undefined][] = [
  ['no address', bare, 'not-applicable', 'not-applicable'],
  ['an address that could not be looked up', unknown, 'inconclusive', 'inconclusive'],
  ['refused connections on both ports', answering('refused', 'refused'), 'not-applicable', undefined],
  ['a silent port 443', answering('timeout', 'refused'), undefined, undefined],
  ['a silent port 80', answering('refused', 'timeout'), undefined, undefined],
];

const passed = { id: 'x', title: 'X', category: 'dns_email', outcome: 'pass', weight: 1, instances: [] } as const;

test('addresses that refuse both ports make the grade provisional; a domain without addresses does not', () => {
  const refused = answering('refused', 'refused');
  assert.deepEqual(refusingAddresses(refused), ['192.0.2.1']);
  assert.deepEqual(circumstancesOf(refused), ['web-refused']);
  for (const evidence of [bare, unknown, answering('timeout', 'refused'), answering('refused', 'timeout')])
    assert.deepEqual(circumstancesOf(evidence), []);
  const scored = scoreAudit([passed], policy, circumstancesOf(refused));
  assert.equal(scored.sufficient && scored.score.gradeStatus, 'provisional');
});

test('a site with a closed port 443 has HTTPS if a redirect leads to it at another port', () => {
  const closed = answering('refused', 'refused');
  const siteAt = (...urls: readonly string[]): AuditEvidence => {
    const exchanges = urls.map((url, at) => answered(`${at}`, [], { url }));
    return { ...closed, http: { ...noHttp, exchanges } };
  };
  assert.ok(circumstancesOf(siteAt('http://a.lab/')).includes('http-only'));
  assert.ok(circumstancesOf(siteAt('http://a.lab/', 'https://b.lab/')).includes('http-only'));
  assert.ok(!circumstancesOf(siteAt('http://a.lab/', 'https://a.lab:8443/')).includes('http-only'));
});

for (const [what, evidence, tls, http] of rows) {
  test(`${what}: TLS ${tls ?? 'is judged'}, HTTP ${http ?? 'is judged'}`, () => {
    assert.equal(outcomeWithoutSite('tls', evidence)?.outcome, tls);
    assert.equal(outcomeWithoutSite('http_security', evidence)?.outcome, http);
    assert.equal(outcomeWithoutSite('dns_email', evidence), null);
  });
}
