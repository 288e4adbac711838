import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';
import { markup } from './markup.ts';

const { http } = await serviceForTests(deterministicEngine(1));
const page = await http.inject('/docs');

test('the page shows every operation, schema and problem code of the document, and no link leads nowhere', async () => {
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

test('the page runs nothing and loads nothing, and its policy allows exactly its style', () => {
  assert.doesNotMatch(page.body, /<script|<link|<img|<iframe|\son\w+=|style=|https?:\/\//i);
  const [, style] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
  const hash = createHash('sha256').update(String(style)).digest('base64');
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+';/);
  assert.ok(String(page.headers['content-security-policy']).includes(hash));
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
});

test('texts cannot become markup, in content or in attributes', () => {
  const hostile = `"><script>alert('x')</script>&`;
  const { html } = markup`<a title="${hostile}">${hostile}</a>`;
  assert.doesNotMatch(html, /<script|'x'|[^=]"[^>]/);
});
