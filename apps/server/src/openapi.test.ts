import { problems } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from './testing/deterministic-engine.ts';
import { serviceForTests } from './testing/service.ts';

const { http } = await serviceForTests(deterministicEngine(1));
const answer = await http.inject({ method: 'GET', url: '/openapi.json' });
const document = z
  .object({
    openapi: z.string(),
    paths: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.looseObject({})) })),
    ),
    components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
  })
  .parse(answer.json());

test('the document is OpenAPI 3.1 and names the three operations', () => {
  assert.match(document.openapi, /^3\.1\./);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(operations.toSorted(), [
    'get /api/audit/{id}',
    'get /api/audit/{id}/report',
    'post /api/audit/start',
  ]);
});

test('every operation describes what it answers and each problem as application/problem+json', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const { responses } of Object.values(item)) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        assert.deepEqual(Object.keys(Object(response['content'])), ['application/problem+json'], `${path} ${status}`);
      }
      assert.ok('401' in responses && '500' in responses && '503' in responses, path);
    }
  }
});

test('every reference leads somewhere, and no schema is left over', () => {
  const names = new Set([...answer.body.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual(names, new Set(Object.keys(document.components.schemas)));
});

test('the problem schema lists the whole closed table of codes', () => {
  const listed = z.looseObject({ properties: z.looseObject({ code: z.looseObject({ enum: z.array(z.string()) }) }) });
  assert.deepEqual(listed.parse(document.components.schemas['Problem']).properties.code.enum, Object.keys(problems));
});
