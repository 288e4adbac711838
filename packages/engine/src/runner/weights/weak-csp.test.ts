import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dayRuns, fc } from '@perimeter/protocols/testing/random';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import type { PageEvidence } from '../../evidence/page/schema.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

// A policy with holes protects no less than none, so removing it must never raise the score. The same for a report-only
// one.

const whole = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));
const name = 'Content-Security-Policy';

type Facts = PageEvidence['documents'][number]['facts'];

/** A page without scripts and forms, and one with both. */
const pages: Readonly<Record<string, (facts: Facts) => Facts>> = {
  inert: (facts) => ({
    ...facts,
    metaPolicies: [],
    resources: [],
    resourceCount: 0,
    inline: { ...facts.inline, scripts: 0, withNonce: 0, sha256: [], handlers: 0, javascriptUrls: 0 },
    forms: [],
  }),
  lively: (facts) => ({
    ...facts,
    metaPolicies: [],
    resources: [script],
    resourceCount: 1,
    inline: { ...facts.inline, scripts: 1, withNonce: 1, handlers: 1 },
    forms: [form],
  }),
};

const script: Facts['resources'][number] = {
  kind: 'script',
  url: 'https://good.lab/app.js',
  written: 'relative',
  async: false,
  integrity: null,
  crossorigin: null,
  nonce: true,
  sandbox: null,
  imageSet: false,
  as: null,
  line: 3,
};

const form: Facts['forms'][number] = {
  action: 'https://good.lab/go',
  method: 'post',
  fields: ['text'],
  password: false,
  token: true,
  line: 4,
};

/** The site of good.lab with these header lines in place of its own policies. */
function withLines(lines: readonly (readonly [string, string])[], change: (facts: Facts) => Facts): AuditEvidence {
  const { http, page, ...others } = whole;
  assert.ok(http !== undefined && page !== undefined && page.documents.length > 0);
  const exchanges = http.exchanges.map((one) => {
    if (!one.result.ok) return one;
    const { response } = one.result;
    const kept = response.headers.filter(([header]) => !header.toLowerCase().startsWith(name.toLowerCase()));
    const headers = [...kept, ...lines.map(([header, value]): [string, string] => [header, value])];
    return { ...one, result: { ok: true as const, response: { ...response, headers } } };
  });
  const documents = page.documents.map((one) => ({ ...one, facts: change(one.facts) }));
  return { ...others, http: { ...http, exchanges }, page: { ...page, documents } };
}

function pointsOf(evidence: AuditEvidence): { total: number; http: number } {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  const { total, categories } = judged.report.score;
  return { total, http: categories.http_security };
}

const directive = fc.constantFrom(
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'object-src',
  'base-uri',
  'form-action',
  'img-src',
  'style-src',
  'plugin-types',
  'unknown-src',
);
const source = fc.constantFrom(
  '*',
  'https:',
  'http:',
  'data:',
  'blob:',
  'http://static.example.org',
  '*.com',
  'https://cdn.jsdelivr.net',
  'https://*.github.io',
  '203.0.113.1',
  'self',
  "'self'",
  "'none'",
  "'unsafe-inline'",
  "'unsafe-eval'",
  "'unsafe-hashes'",
  "'strict-dynamic'",
  "'nonce-abc'",
  "'nonce-'",
  "'no-keyword'",
);
const policy = fc
  .array(fc.tuple(directive, fc.array(source, { maxLength: 4 })), { maxLength: 6 })
  .map((directives) => directives.map(([key, sources]) => [key, ...sources].join(' ')).join('; '));
const header = fc.constantFrom(name, name, name, `${name}-Report-Only`);

for (const [kind, change] of Object.entries(pages)) {
  test(`no policy weighs more than a missing one on a page that is ${kind}`, () => {
    const none = pointsOf(withLines([], change));
    const strict = "default-src 'none'; base-uri 'none'; form-action 'none'";
    assert.ok(none.http < pointsOf(withLines([[name, strict]], change)).http);
    fc.assert(
      fc.property(header, policy, (key, value) => {
        const points = pointsOf(withLines([[key, value]], change));
        assert.ok(points.http >= none.http && points.total >= none.total, JSON.stringify({ value, points, none }));
      }),
      { numRuns: dayRuns(20) },
    );
  });
}
