import { catalogue } from '@perimeter/contract/checks';
import { modules } from '@perimeter/engine/modules/registry';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { serviceForTests } from '../testing/service.ts';

const { http } = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
  PERIMETER_HSTS_SECONDS: '31536000',
});
const page = await http.inject('/docs');

test('the page shows every operation, schema and problem code of the document, and all its links resolve', async () => {
  const document = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
    })
    .parse((await http.inject('/openapi.json')).json());
  const ids = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const methods of Object.values(document.paths)) {
    for (const { operationId } of Object.values(methods)) assert.ok(ids.has(operationId), operationId);
  }
  for (const name of Object.keys(document.components.schemas)) assert.ok(ids.has(`schema-${name}`), name);
  for (const [, target] of page.body.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target);
  assert.ok(page.body.includes('no_audit_for_domain'));
});

test('the page works without script, is searchable, and shows commands for this service', async () => {
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(page.body, /<style|<iframe|\son\w+=|style="/i);
  assert.match(page.body, /curl -sS -X POST &#x27;http:\/\/localhost[^&]*\/api\/audit\/start&#x27;/);
  const found = await http.inject('/docs?q=compare');
  assert.match(found.body, /4 operations for your search/);
  assert.match(found.body, /id="getCompare"/);
  assert.match(found.body, /id="getCompareMany"/);
  assert.match(found.body, /id="getDomainsByDomainChanges"/);
  assert.doesNotMatch(found.body, /id="postAuditStart"/);
});

test('the catalogue lists every module and check of the registry, with the severity of its vector', async () => {
  const answer = await http.inject('/api/checks');
  const body = catalogue.parse(answer.json());
  assert.deepEqual(
    body.modules.map(({ id, checks }) => [id, checks.map((check) => check.id)]),
    modules.map(({ id, checks }) => [id, checks.map((check) => check.id)]),
  );
  const checks = body.modules.flatMap((module) => module.checks);
  assert.ok(checks.length > 10);
  for (const { id, severity, cvss, cvssVector } of checks) {
    assert.equal(severity === null, cvssVector === null, id);
    assert.equal(cvss === null, cvssVector === null, id);
  }
  assert.equal(answer.headers['cache-control'], 'public, max-age=300');
});

test('a client with the current catalogue gets 304', async () => {
  const { etag } = (await http.inject('/api/checks')).headers;
  const again = await http.inject({ url: '/api/checks', headers: { 'if-none-match': String(etag) } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('security.txt and HSTS are served if the operator configured them, with the usual headers', async () => {
  const answer = await http.inject('/.well-known/security.txt');
  assert.match(answer.body, /^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/);
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin');
  assert.match(String(answer.headers['permissions-policy']), /camera=\(\)/);
});
