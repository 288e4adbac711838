import { Validator } from '@seriousme/openapi-schema-validator';
import { problems } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { examples } from './examples.data.ts';
import { limitPolicies } from '../../rate-limits/policies.data.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

const { http } = await serviceForTests(deterministicEngine(1));
const answer = await http.inject({ method: 'GET', url: '/openapi.json' });
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  'x-limit': z.object({ policy: z.string(), windowSeconds: z.literal(60), quotas: z.record(z.string(), z.int()) }),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string(), 'x-problem-codes': z.array(z.string()).default([]) }),
  ),
});
const document = z
  .object({
    openapi: z.string(),
    tags: z.array(z.object({ name: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      schemas: z.record(z.string(), z.looseObject({})),
      securitySchemes: z.record(z.string(), z.looseObject({})),
    }),
  })
  .parse(answer.json());
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ key: `${method} ${path}`, path, ...described })),
);

test('the document is valid OpenAPI 3.1', async () => {
  assert.match(document.openapi, /^3\.1\./);
  const { valid, errors } = await new Validator().validate(answer.json());
  assert.deepEqual({ valid, errors }, { valid: true, errors: undefined });
});

test('the document has every operation of the interface, each with a unique name, tag, credentials and limit', () => {
  const keys = operations.map(({ key }) => key);
  for (const key of [
    'post /api/audit/start',
    'get /api/audit/{id}',
    'get /api/audit/{id}/report',
    'get /api/audit/{id}/report/pdf',
    'get /api/audit/{id}/events',
    'get /api/compare',
    'get /api/usage',
    'get /api/checks',
  ]) {
    assert.ok(keys.includes(key), key);
  }
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { key, tags: own, security } of operations) {
    assert.ok(
      own.every((tag) => tags.has(tag)),
      key,
    );
    for (const scheme of security.flatMap((alternative) => Object.keys(alternative))) {
      assert.ok(scheme in document.components.securitySchemes, `${key} ${scheme}`);
    }
  }
});

test('the limits are those of the interface specification', () => {
  const quotas = Object.fromEntries(operations.map(({ key, 'x-limit': { quotas } }) => [key, quotas]));
  const forAll = (quota: number) => ({ anonymous: quota, free: quota, pro: quota, team: quota });
  assert.deepEqual(quotas['post /api/audit/start'], { anonymous: 10, free: 10, pro: 60, team: 60 });
  assert.deepEqual(quotas['get /api/audit/{id}'], forAll(120));
  assert.deepEqual(quotas['get /api/audit/{id}/report'], forAll(60));
  assert.deepEqual(quotas['get /api/audit/{id}/report/pdf'], forAll(20));
  assert.deepEqual(quotas['get /api/compare'], forAll(30));
  assert.deepEqual(quotas['get /api/usage'], forAll(60));
  for (const {
    key,
    'x-limit': { policy },
  } of operations)
    assert.ok(policy in limitPolicies, key);
});

test('every operation lists each of its problem codes under its status', () => {
  for (const { key, responses, security } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      assert.deepEqual(Object.keys(Object(response['content'])), ['application/problem+json'], `${key} ${status}`);
      assert.ok(response['x-problem-codes'].length > 0, `${key} ${status}`);
      for (const code of response['x-problem-codes']) {
        assert.equal(
          Object.entries(problems).find(([known]) => known === code)?.[1].status,
          Number(status),
          `${key} ${code}`,
        );
      }
    }
    assert.ok('429' in responses && '500' in responses && '503' in responses, key);
    assert.ok(security.length === 0 || '401' in responses, key);
  }
});

test('every path parameter is described, and every operation has an example', () => {
  for (const { key, path, parameters } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      named,
      key,
    );
  }
  assert.deepEqual(Object.keys(examples).toSorted(), operations.map(({ key }) => key).toSorted());
});

test('every reference resolves, and no schema is unused', () => {
  const names = new Set([...answer.body.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual(names, new Set(Object.keys(document.components.schemas)));
});

test('the problem schema lists all codes of the table', () => {
  const listed = z.looseObject({ properties: z.looseObject({ code: z.looseObject({ enum: z.array(z.string()) }) }) });
  assert.deepEqual(listed.parse(document.components.schemas['Problem']).properties.code.enum, Object.keys(problems));
});

test('without a contact or HSTS setting the document mentions neither', async () => {
  const silent = await http.inject('/.well-known/security.txt');
  assert.equal(silent.statusCode, 404);
  assert.equal(silent.headers['strict-transport-security'], undefined);
});
