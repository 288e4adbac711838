import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, redirected, redirectOnly, refused, silent } from '../../modules/derive/http/testing/evidence.ts';
import { redirectsOf } from './untested-addresses.ts';
import type { SiteEvidence } from '../../modules/derive/http/site.ts';

const rows: [fact: string, evidence: SiteEvidence, expected: string | undefined][] = [
  ['every response leads to another domain', redirectOnly([]), 'www.other.lab'],
  ['a redirect within the domain leads to a page', redirected([], []), undefined],
  ['a page is shown', html([]), undefined],
  ['nothing listens', refused, undefined],
  ['nothing is known', silent, undefined],
];

for (const [fact, evidence, expected] of rows) {
  test(`${expected === undefined ? 'no other domain is told' : `${expected} is told`} where ${fact}`, () => {
    assert.equal(redirectsOf(evidence).redirectsTo, expected);
  });
}
