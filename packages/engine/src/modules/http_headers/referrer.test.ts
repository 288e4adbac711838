import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../catalogue/check.ts';
import type { SiteEvidence } from '../derive/http/site.ts';
import { html, json, redirected, redirectOnly, silent, textOf, walled } from '../derive/http/testing/evidence.ts';
import { hdrReferrerMissing, hdrReferrerUnsafe } from './referrer.ts';

type Row = [check: Check, name: string, evidence: SiteEvidence, outcome: string, text: RegExp];

const rows: Row[] = [
  [hdrReferrerUnsafe, 'a strict policy', html(['Referrer-Policy: strict-origin']), 'pass', /No policy is weaker/],
  [hdrReferrerUnsafe, 'no policy', html([]), 'pass', /default of browsers is safe/],
  [hdrReferrerUnsafe, 'an empty policy', html(['Referrer-Policy:']), 'pass', /default of browsers is safe/],
  [
    hdrReferrerUnsafe,
    'a weak policy before a strict one',
    html(['Referrer-Policy: unsafe-url, no-referrer']),
    'pass',
    /No policy is weaker/,
  ],
  [hdrReferrerUnsafe, 'unsafe-url', html(['Referrer-Policy: unsafe-url']), 'fail', /Referrer-Policy: unsafe-url/],
  [
    hdrReferrerUnsafe,
    'no-referrer-when-downgrade',
    html(['Referrer-Policy: no-referrer-when-downgrade']),
    'fail',
    /full URL/,
  ],
  [hdrReferrerUnsafe, 'origin', html(['Referrer-Policy: origin']), 'fail', /cleartext/],
  [
    hdrReferrerUnsafe,
    'origin-when-cross-origin as the last',
    html(['Referrer-Policy: no-referrer', 'Referrer-Policy: origin-when-cross-origin']),
    'fail',
    /origin-when-cross-origin/,
  ],
  [
    hdrReferrerUnsafe,
    'an unknown word',
    html(['Referrer-Policy: whimsy']),
    'fail',
    /"whimsy" is not a referrer policy/,
  ],
  [
    hdrReferrerUnsafe,
    'unsafe-url on a redirect',
    redirected(['Referrer-Policy: unsafe-url'], []),
    'fail',
    /GET http:\/\/site\.lab\/ → HTTP\/1\.1 301/,
  ],
  [
    hdrReferrerUnsafe,
    'unsafe-url on a pure redirect host',
    redirectOnly(['Referrer-Policy: unsafe-url']),
    'fail',
    /301/,
  ],
  [hdrReferrerUnsafe, 'a pure redirect host that says nothing', redirectOnly([]), 'pass', /default/],
  [hdrReferrerUnsafe, 'JSON', json(['Referrer-Policy: unsafe-url']), 'not-applicable', /document or a redirect/],
  [
    hdrReferrerUnsafe,
    'a challenge page with unsafe-url',
    walled(['Referrer-Policy: unsafe-url']),
    'inconclusive',
    /challenge/,
  ],
  [hdrReferrerUnsafe, 'silence', silent, 'inconclusive', /timeout/],

  [hdrReferrerMissing, 'a policy', html(['Referrer-Policy: no-referrer']), 'pass', /is sent/],
  [hdrReferrerMissing, 'no policy', html([]), 'informational', /no Referrer-Policy among/],
  [
    hdrReferrerMissing,
    'a redirect without, a document with policy',
    redirected([], ['Referrer-Policy: no-referrer']),
    'pass',
    /is sent/,
  ],
  [hdrReferrerMissing, 'a pure redirect host without policy', redirectOnly([]), 'informational', /301/],
  [hdrReferrerMissing, 'JSON', json([]), 'not-applicable', /document or a redirect/],
  [hdrReferrerMissing, 'silence', silent, 'inconclusive', /timeout/],
];

for (const [check, name, evidence, outcome, text] of rows) {
  test(`${check.id}: ${name} is ${outcome}`, () => {
    const answer = check.evaluate(evidence);
    assert.equal(answer.outcome, outcome, answer.reason);
    assert.match(textOf(answer), text);
  });
}
