import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { besideHttp2, silent } from '../derive/http/testing/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { hstsBelowYear, hstsDisabled, hstsInvalid, hstsMissing, hstsShort } from './hsts.ts';
import { certificatesOf, type EnforcementRow, hsts, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const json = visits(
  { 'https-apex': [['https://site.lab/', 200, 'Content-Type: application/json']] },
  { bodies: { 'https://site.lab/': '{}' } },
);
const api = (value: string) =>
  visits(
    { 'https-apex': [['https://site.lab/', 200, 'Content-Type: application/json', hsts(value)]] },
    { bodies: { 'https://site.lab/': '{}' } },
  );
const untrusted = visits({ 'https-apex': [['https://site.lab/', 200, hsts()]] }, { untrusted: ['site.lab'] });
const parent = visits({
  'https-apex': [
    ['https://site.lab/', 301, 'Location: https://www.site.lab/', hsts()],
    ['https://www.site.lab/', 200],
  ],
});
const parentAlone = visits({
  'https-apex': [
    ['https://site.lab/', 301, 'Location: https://www.site.lab/', hsts('max-age=31536000')],
    ['https://www.site.lab/', 200],
  ],
});
const sent = (...values: readonly string[]) => sound(values.map(hsts));
const plainOnly = visits({
  'http-apex': [['http://site.lab/', 200, hsts()]],
  'https-apex': [['https://site.lab/', 200]],
});
const overHttp = visits({ 'http-apex': [['http://site.lab/', 200]], 'https-apex': [['https://site.lab/', 'refused']] });
const preloaded = visits({ 'https-apex': [['https://site.dev/', 200]] }, { domain: 'site.dev' });

/** The header of a host below another whose policy includes subdomains. */
const below = (value: string) =>
  visits({
    'https-apex': [
      ['https://site.lab/', 301, 'Location: https://www.site.lab/', hsts()],
      ['https://www.site.lab/', 200, hsts(value)],
    ],
  });
const preloadedWith = (value: string) =>
  visits({ 'https-apex': [['https://site.dev/', 200, hsts(value)]] }, { domain: 'site.dev' });

const rows: EnforcementRow[] = [
  [hstsMissing, 'no header', sound([]), 'fail', /sends no Strict-Transport-Security/],
  [hstsMissing, 'a header over HTTP/2 alone', besideHttp2(sound([]), [hsts()]), 'inconclusive', /not over HTTP\/1\.1/],
  [hstsMissing, 'a header over HTTP/1.1 alone', besideHttp2(sound(), []), 'inconclusive', /not over HTTP\/2/],
  [
    hstsShort,
    'a shorter time over HTTP/2',
    besideHttp2(sound(), [hsts('max-age=60')]),
    'inconclusive',
    /HTTP\/2.*max-age=60\b/,
  ],
  [hstsShort, 'a shorter time over HTTP/1.1', besideHttp2(sound([hsts('max-age=60')]), [hsts()]), 'fail'],
  [hstsShort, 'another time that is long enough', besideHttp2(sound(), [hsts('max-age=40000000')]), 'pass'],
  [hstsInvalid, 'an invalid value over HTTP/2', besideHttp2(sound(), [hsts('x')]), 'inconclusive', /: x \(over/],
  [hstsDisabled, 'switched off over HTTP/2', besideHttp2(sound(), [hsts('max-age=0')]), 'inconclusive', /max-age=0\b/],
  [hstsMissing, 'a header over both', besideHttp2(sound(), [hsts()]), 'pass'],
  [hstsMissing, 'preloaded, over HTTP/1.1 alone', besideHttp2(preloaded, []), 'pass'],
  [hstsMissing, 'a header on http alone', plainOnly, 'fail'],
  [hstsMissing, 'JSON', json, 'fail', /is no page, and programs do not apply HSTS/],
  [hstsMissing, 'a header over an untrusted connection', untrusted, 'fail', /do not trust its certificate/],
  [hstsMissing, 'the domain above includes it', parent, 'pass', /by the policy of site\.lab/],
  [hstsMissing, 'the domain above does not include it', parentAlone, 'fail'],
  [hstsMissing, 'a preloaded top-level domain', preloaded, 'pass', /preloaded/],
  [hstsMissing, 'a header that has no effect', sent('max-age=x'), 'not-applicable'],
  [hstsMissing, 'a header', sent('MAX-AGE="31536000" ; includesubdomains'), 'pass'],
  [hstsMissing, 'a document over http', overHttp, 'not-applicable'],
  [hstsMissing, 'silence', nothing, 'inconclusive'],
  [hstsInvalid, 'no number', sent('max-age=x'), 'fail', /max-age is not a number/],
  [hstsInvalid, 'a directive twice', sent('max-age=1; max-age=2'), 'fail'],
  [hstsInvalid, 'a void first line', sent('includeSubDomains', 'max-age=31536000'), 'fail'],
  [hstsInvalid, 'a void second line', sent('max-age=31536000', 'x y'), 'pass'],
  [hstsInvalid, 'an unknown directive', sent('max-age=31536000; frobnicate=1'), 'pass'],
  [hstsInvalid, 'an unknown directive twice', sent('max-age=31536000; preload; preload'), 'fail', /applies the policy/],
  [hstsInvalid, 'words that are no directive', sent('max-age=31536000; a b'), 'fail', /applies the policy/],
  [hstsInvalid, 'empty directives', sent('max-age=31536000;; preload; '), 'pass'],
  [
    hstsInvalid,
    'one behind an empty one',
    sent('max-age=31536000;; includeSubDomains'),
    'fail',
    /which RFC 6797 allows/,
  ],
  [hstsInvalid, 'all behind an empty one', sent(';max-age=31536000'), 'fail', /Chromium ignores the whole/],
  [hstsInvalid, 'a void one below a policy that holds', below('max-age=x'), 'informational', /policy of site\.lab/],
  [hstsInvalid, 'a void one of a preloaded name', preloadedWith('max-age=x'), 'informational', /preloaded/],
  [hstsInvalid, 'none', sound([]), 'not-applicable'],
  [hstsInvalid, 'one on http alone', plainOnly, 'not-applicable', /over http/],
  [hstsDisabled, 'zero', sent('max-age=0'), 'fail', /makes browsers forget/],
  [hstsDisabled, 'zero below a policy that holds', below('max-age=0'), 'pass', /policy of site\.lab/],
  [hstsDisabled, 'zero of a preloaded name', preloadedWith('max-age=0'), 'pass', /preloaded/],
  [hstsDisabled, 'a year', sound(), 'pass'],
  [hstsDisabled, 'none', sound([]), 'not-applicable'],
  [hstsShort, 'a day', sent('max-age=86400'), 'fail', /1 days/],
  [hstsShort, 'a day below a policy that holds', below('max-age=86400'), 'pass', /policy of site\.lab/],
  [hstsShort, 'a day of a preloaded name', preloadedWith('max-age=86400'), 'pass', /preloaded/],
  [hstsShort, '180 days', sent('max-age=15552000'), 'pass'],
  [hstsShort, 'zero', sent('max-age=0'), 'not-applicable'],
  [hstsBelowYear, '180 days', sent('max-age=15552000'), 'informational', /180 days/],
  [hstsBelowYear, 'a year', sound(), 'pass'],
  [hstsBelowYear, 'a day', sent('max-age=86400'), 'not-applicable'],
];

testEnforcementRows(rows);

const severities: [fact: string, given: (typeof rows)[number][2], vector: string | undefined][] = [
  ['a void header of a page', sent('max-age=x'), undefined],
  ['a void header of an API', api('max-age=x'), 'onPathPartial'],
  ['a header that breaks the grammar and is obeyed', sent('max-age=31536000; a; a'), 'onPathPartial'],
];
for (const [fact, given, vector] of severities) {
  test(`${fact} weighs as ${vector ?? 'a missing one'}`, () => {
    const [draft] = draftsOf(hstsInvalid.evaluate(given));
    assert.equal(draft !== undefined && 'cvss' in draft ? draft.cvss : undefined, vector);
    assert.equal(draft?.description.includes('Browsers ignore'), vector !== 'onPathPartial' || fact.includes('void'));
  });
}
