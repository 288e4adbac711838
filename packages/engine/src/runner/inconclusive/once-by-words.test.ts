// Causes that the words of sentences had sorted wrongly: each is what the evidence says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { unreadOf } from '../../evidence/http/answer.ts';
import { netFailed } from '../../evidence/observed.ts';
import { modules } from '../../modules/registry.ts';
import { evidencePath } from '../golden.ts';
import { isHidden } from './presumed.ts';

const read = (site: string): AuditEvidence => readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));

function causeIn(evidence: AuditEvidence, id: string) {
  const check = modules.flatMap(({ checks }) => checks).find((one) => one.id === id) ?? assert.fail(id);
  const outcome = check.evaluate(evidence);
  assert.ok(outcome.outcome === 'inconclusive', `${outcome.outcome}: ${outcome.reason}`);
  return outcome.cause;
}

test('a TLSA lookup that our own limits stopped is no fault of the name servers, and costs nothing', () => {
  const { mailTransport, ...rest } = read('good.lab');
  assert.ok(mailTransport !== undefined);
  const failure = netFailed('budget', 'queries-used-up', 10);
  const hosts = mailTransport.hosts.map((host) => ({
    ...host,
    tlsa: host.tlsa.map((one) => ({ ...one, status: 'failed' as const, records: [], failure })),
  }));
  const cause = causeIn({ ...rest, mailTransport: { ...mailTransport, hosts } }, 'dane-smtp-missing');
  assert.equal(cause, 'budget');
  assert.ok(!isHidden(cause));
});

test('an MTA-STS record that DNS did not give is a matter of name servers', () => {
  const { mailTransport, ...rest } = read('bad.lab');
  assert.ok(mailTransport !== undefined);
  const { mtaSts } = mailTransport;
  const failure = netFailed('timeout', 'nothing-answered');
  const record = { ...mtaSts.record, status: 'failed' as const, texts: [], failure };
  const evidence = { ...rest, mailTransport: { ...mailTransport, mtaSts: { ...mtaSts, record } } };
  assert.equal(causeIn(evidence, 'mtasts-mx-cert-bad'), 'name-servers');
});

test('refused connections beside silence are silence: ECONNREFUSED is no status of DNS', () => {
  const { http, ...rest } = read('pq.lab');
  assert.ok(http !== undefined);
  const refused = netFailed('refused', 'step-failed', 'connect(192.0.2.1:80)', 'ECONNREFUSED');
  const exchanges = http.exchanges.map((exchange, at) => ({
    ...exchange,
    result: { ok: false as const, failure: at === 0 ? netFailed('timeout', 'nothing-answered') : refused },
  }));
  assert.equal(causeIn({ ...rest, http: { ...http, exchanges } }, 'csp-missing'), 'silence');
});

test('a body of which only the beginning was read is a page that was not read', () => {
  const { http } = read('good.lab');
  const [response] = (http?.exchanges ?? []).flatMap(({ result }) => (result.ok ? [result.response] : []));
  assert.ok(response !== undefined);
  assert.equal(unreadOf({ ...response, body: { ...response.body, truncated: true } })?.cause, 'page');
});
