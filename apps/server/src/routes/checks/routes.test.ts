import { catalogue } from '@perimeter/contract/checks';
import { modules } from '@perimeter/engine/modules/registry';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

const { http } = await serviceForTests(deterministicEngine(1));

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

test('the catalogue is not sent twice to whoever has it', async () => {
  const { etag } = (await http.inject('/api/checks')).headers;
  const again = await http.inject({ url: '/api/checks', headers: { 'if-none-match': String(etag) } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});
