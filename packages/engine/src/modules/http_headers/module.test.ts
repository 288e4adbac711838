import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../catalogue/outcome.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { disclosingHeaders } from './disclosing-headers.data.ts';
import { html, redirectOnly, refused, silent, walled } from '../derive/http/testing/evidence.ts';
import { httpHeaders } from './module.ts';

const { checks } = httpHeaders;

test('the evidence that the tables use is evidence', () => {
  for (const { http } of [html(['A: b']), redirectOnly([]), refused, silent, walled([])]) httpEvidence.parse(http);
});

for (const check of checks) {
  test(`${check.id} knows nothing of a silent host and has nothing to judge where nothing listens`, () => {
    assert.equal(check.evaluate(silent).outcome, 'inconclusive');
    assert.equal(check.evaluate(refused).outcome, 'not-applicable');
  });

  test(`${check.id} is never passed by a challenge page`, () => {
    assert.ok(!['pass', 'not-applicable'].includes(check.evaluate(walled([])).outcome));
  });

  test(`${check.id} leaves a pure redirect host alone, unless it is about the referrer`, () => {
    const { outcome } = check.evaluate(redirectOnly(['Server: a/1.0']));
    assert.equal(outcome === 'not-applicable', !check.id.startsWith('hdr-referrer-'));
  });
}

const names = [
  ...Object.keys(disclosingHeaders),
  'Content-Security-Policy',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Feature-Policy',
  'Cache-Control',
  'Set-Cookie',
  'Content-Type',
  'Public-Key-Pins',
  'Report-To',
  'NEL',
  'Reporting-Endpoints',
  'Timing-Allow-Origin',
  'Age',
  'X-Debug-Token',
  'Strict-Transport-Security',
  'Location',
  'Via',
];
const values = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '*',
    'a/1.2',
    '10.0.0.1',
    'unsafe-url',
    'camera=*',
    'sid=x; Path=/',
    'public',
    '{"endpoints":[]}',
    'DENY',
    'text/html',
  ),
);
const headers = fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 30 });

const draftsOf = (outcome: Outcome) =>
  outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];

test('whatever the headers, every check answers, and each finding has its place, proof and a subject of its own', () => {
  fc.assert(
    fc.property(headers, (lines) => {
      const evidence = html(lines.map(([name, value]) => `${name}: ${value}`));
      for (const check of checks) {
        const drafts = draftsOf(check.evaluate(evidence));
        for (const { location, evidence: proof } of drafts) {
          assert.equal(location.url, 'https://site.lab/');
          assert.ok(proof.startsWith('GET https://site.lab/ → HTTP/1.1 200 OK\n'));
        }
        assert.equal(new Set(drafts.map(({ subject }) => subject)).size, drafts.length, check.id);
      }
    }),
    { numRuns: 200 },
  );
});

test('thousands of leaking headers are judged at once, and told in few words', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `X-${index}: 10.0.0.1`);
  const long = ['X-Frame-Options', 'X-Content-Type-Options', 'Referrer-Policy', 'Content-Type'].map(
    (name) => `${name}: ${'ä,'.repeat(30_000)}`,
  );
  for (const check of checks) {
    const outcome = check.evaluate(html([...lines, ...long]));
    assert.ok(draftsOf(outcome).length <= 20);
    for (const text of [outcome.reason, ...draftsOf(outcome).map(({ description }) => description)])
      assert.ok(text.length < 700, check.id);
  }
});

test('a check that can fail has a vector, one that informs has none', () => {
  const informing = checks.filter(({ cvss }) => cvss === undefined).map(({ id }) => id);
  assert.deepEqual(informing, [
    'hdr-referrer-missing',
    'hdr-permissions-missing',
    'hdr-deprecated',
    'hdr-reporting',
    'hdr-timing-origin',
    'hdr-powerful-info',
    'hdr-waf-cdn',
  ]);
});

test('every check has its prose: why, how and when not', () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'));
  const sections = texts.flatMap((text) => text.split(/^## /m).slice(1));
  assert.deepEqual(
    sections.map((section) => section.slice(0, section.indexOf('\n')).trim()).toSorted(),
    checks.map(({ id }) => id).toSorted(),
  );
  for (const section of sections) {
    const headings = [...section.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(
      headings,
      ['Why it matters', 'How to fix', 'When this risk can be accepted'],
      section.slice(0, 40),
    );
  }
});
