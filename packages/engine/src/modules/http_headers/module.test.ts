import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { testModule } from '../../catalogue/testing/module.ts';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { html, redirectOnly, refused, silent, walled } from '../derive/http/testing/evidence.ts';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { pageSituations, withPage } from '../derive/http/testing/page.ts';
import { hostileHeaders } from '../derive/http/testing/situations.ts';
import { httpHeaders } from './module.ts';
import type { SiteEvidence } from '../derive/http/site.ts';

const { checks } = httpHeaders;

test('the evidence of the test tables is valid evidence', () => {
  for (const { http } of [html(['A: b']), redirectOnly([]), refused, silent, walled([])]) httpEvidence.parse(http);
});

const asked = (evidence: SomeEvidence): SomeEvidence => ({ ...evidence, behaviour: noBehaviour });
/** A site with the facts of its document and no further requests. */
const full = (evidence: SiteEvidence): SomeEvidence => asked(withPage(evidence));

testModule(httpHeaders, {
  silent: { evidence: pageSituations.silent.evidence.map(asked) },
  refused: { evidence: pageSituations.refused.evidence.map(asked) },
  walled: { evidence: pageSituations.walled?.evidence.map(asked) ?? [] },
  hostile: pageSituations.hostile.map(asked),
});

test('a host that only redirects is skipped, except by checks of the referrer', () => {
  const redirect = full(redirectOnly(['Server: a/1.0']));
  const asking = checks.filter((check) => check.evaluate(redirect).outcome !== 'not-applicable').map(({ id }) => id);
  assert.deepEqual(asking, ['hdr-referrer-unsafe', 'hdr-referrer-missing']);
});

test('each finding has a location, proof and its own subject', () => {
  fc.assert(
    fc.property(hostileHeaders, (lines) => {
      const evidence = full(html(lines));
      for (const check of checks) {
        const drafts = draftsOf(check.evaluate(evidence));
        for (const { location, evidence: proof } of drafts) {
          assert.equal(location.url, 'https://site.lab/');
          assert.ok(proof.startsWith('HTTP/1.1 200 OK\n'));
        }
        assert.equal(new Set(drafts.map(({ subject }) => subject)).size, drafts.length, check.id);
      }
    }),
    { numRuns: 200 },
  );
});

test('thousands of leaking headers are judged in one pass, and summarized briefly', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `X-${index}: 10.0.0.1`);
  const long = ['X-Frame-Options', 'X-Content-Type-Options', 'Referrer-Policy', 'Content-Type'].map(
    (name) => `${name}: ${'ä,'.repeat(30_000)}`,
  );
  const evidence = full(html([...lines, ...long]));
  for (const check of checks) {
    const outcome = check.evaluate(evidence);
    assert.ok(draftsOf(outcome).length <= 20);
    for (const text of [outcome.reason, ...draftsOf(outcome).map(({ description }) => description)])
      assert.ok(text.length < 700, check.id);
  }
});
