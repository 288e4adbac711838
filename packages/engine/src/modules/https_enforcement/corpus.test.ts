import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { hstsNoSubdomains, hstsPreloadIneligible } from './hsts-hosts.ts';
import { hstsBelowYear, hstsDisabled, hstsInvalid, hstsMissing, hstsShort } from './hsts.ts';
import { hsts, visits } from './testing/evidence.ts';

// Real headers in every spelling that RFC 6797 section 6.1 allows, and in spellings that it does not.
const checks = [
  hstsMissing,
  hstsInvalid,
  hstsDisabled,
  hstsShort,
  hstsNoSubdomains,
  hstsPreloadIneligible,
  hstsBelowYear,
];

/** A site that redirects to https on the same host, with the same header lines on both names. */
const site = (lines: readonly string[]) =>
  visits({
    'http-apex': [
      ['http://site.lab/', 301, 'Location: https://site.lab/'],
      ['https://site.lab/', 200, ...lines],
    ],
    'https-apex': [['https://site.lab/', 200, ...lines]],
    'https-www': [['https://www.site.lab/', 200, ...lines]],
  });

/** Failing and informing checks of a site whose document has these header lines. */
function said(lines: readonly string[]): string[] {
  const evidence = site(lines);
  return checks.flatMap((check) => {
    const { outcome } = check.evaluate(evidence);
    assert.notEqual(outcome, 'inconclusive', check.id);
    return outcome === 'fail' || outcome === 'informational' ? [check.id] : [];
  });
}

const short = ['hsts-short'];
const bare = ['hsts-no-subdomains'];
const invalid = ['hsts-invalid'];

/** Headers by their directives, with the expected findings in any spelling. */
const meanings: readonly (readonly [directives: readonly string[], ids: readonly string[]])[] = [
  [['max-age=31536000', 'includeSubDomains'], []],
  [['max-age=63072000', 'includeSubDomains', 'preload'], []],
  [['max-age=31535999', 'includeSubDomains'], ['hsts-below-year']],
  [['max-age=15552000', 'includeSubDomains'], ['hsts-below-year']],
  [['max-age=15551999', 'includeSubDomains'], short],
  [['max-age=1', 'includeSubDomains'], short],
  [['max-age=0', 'includeSubDomains'], ['hsts-disabled']],
  [['max-age=31536000'], bare],
  [['max-age=300'], [...short, ...bare]],
  [
    ['max-age=31536000', 'preload'],
    [...bare, 'hsts-preload-ineligible'],
  ],
  [
    ['max-age=300', 'includeSubDomains', 'preload'],
    [...short, 'hsts-preload-ineligible'],
  ],
  [['max-age=99999999999999999999999', 'includeSubDomains'], []],
];

/** Equivalent spellings: case and order of directives, quotes, white space, empty and unknown directives. */
const spelled = (directives: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      order: fc.shuffledSubarray([...directives], { minLength: directives.length }),
      unknown: fc.subarray(['unknown', 'x="a;b"', 'token=1', '']),
      upper: fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
      quoted: fc.boolean(),
      space: fc.constantFrom('', ' ', '\t', '  \t '),
      end: fc.constantFrom('', ';', ' ; ;'),
    })
    .map(({ order, unknown, upper, quoted, space, end }) => {
      const inCase = (text: string): string =>
        [...text].map((character, at) => (upper[at % 64] === true ? character.toUpperCase() : character)).join('');
      const directive = (text: string): string => {
        const [name = '', value] = text.split('=', 2);
        if (value === undefined || text.startsWith('x=')) return text.startsWith('x=') ? text : inCase(name);
        return `${inCase(name)}${space}=${space}${quoted ? `"${value}"` : value}`;
      };
      return [...order, ...unknown].map(directive).join(`${space};${space}`) + end;
    });

for (const [directives, ids] of meanings) {
  test(`"${directives.join('; ')}" means the same in every spelling`, () => {
    fc.assert(
      fc.property(spelled(directives), (value) => assert.deepEqual(said([hsts(value)]), ids, value)),
      { numRuns: 100 },
    );
  });
}

/** Values that invalidate the whole header, whatever else it contains. */
const voids = [
  '',
  ';',
  'includeSubDomains',
  'max-age',
  'max-age=',
  'max-age=""',
  'max-age=-1',
  'max-age=+31536000',
  'max-age=31536000s',
  'max-age=1.5',
  'max-age=0x1e13380',
  "max-age='31536000'",
  'max-age="31536000',
  'max-age=31536000"',
  'max-age=one year',
  'max-age: 31536000; includeSubDomains',
  'maxage=31536000; includeSubDomains',
  'max-age=31536000, includeSubDomains',
  'max-age=31536000 includeSubDomains',
  'max-age=31536000; includeSubDomains=1',
  'max-age=31536000; includeSubDomains=""',
  'max-age=31536000; includeSubDomains; includesubdomains',
  'max-age=31536000; MAX-AGE=31536000',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  '"max-age=31536000; includeSubDomains"',
] as const;

test('a value that invalidates the header is reported as an invalid header only', () => {
  for (const value of voids) assert.deepEqual(said([hsts(value)]), invalid, value);
});

/** Values that violate the grammar of RFC 6797 but that Chromium accepts: the policy is in force. */
const obeyed = [
  'max-age=31536000; includeSubDomains; unknown; unknown',
  'max-age=31536000; includeSubDomains; preload=1; preload=1',
  'unknown; unknown; max-age=31536000; includeSubDomains',
  'max-age=31536000; includeSubDomains; un known',
  'max-age=31536000; includeSubDomains; ü',
  'max-age=31536000; includeSubDomains; a=b=c',
] as const;

test('syntax that browsers skip is reported, and the policy stays in force', () => {
  for (const value of obeyed) {
    const evidence = site([hsts(value)]);
    assert.deepEqual(said([hsts(value)]), invalid, value);
    assert.equal(hstsMissing.evaluate(evidence).outcome, 'pass', value);
    const [draft] = draftsOf(hstsInvalid.evaluate(evidence));
    assert.ok(draft !== undefined && 'cvss' in draft && draft.cvss === 'onPathPartial', value);
    assert.doesNotMatch(draft.description, /Browsers ignore/);
  }
});

test('only the first of several header lines counts', () => {
  const good = 'max-age=31536000; includeSubDomains';
  for (const value of voids) {
    assert.deepEqual(said([hsts(value), hsts(good)]), invalid, value);
    assert.deepEqual(said([hsts(good), hsts(value)]), [], value);
  }
  assert.deepEqual(said([hsts('max-age=300; includeSubDomains'), hsts(good)]), short);
  assert.deepEqual(said([hsts(good), hsts('max-age=0')]), []);
  assert.deepEqual(said([hsts('max-age=0'), hsts(good)]), ['hsts-disabled']);
});

test('the header name is case-insensitive, and similar names are other headers', () => {
  const value = 'max-age=31536000; includeSubDomains';
  assert.deepEqual(said([`strict-transport-security: ${value}`]), []);
  assert.deepEqual(said([`STRICT-TRANSPORT-SECURITY:${value}`]), []);
  for (const name of [
    'Strict-Transport-Security-Report-Only',
    'X-Strict-Transport-Security',
    'Strict_Transport_Security',
  ])
    assert.deepEqual(said([`${name}: ${value}`]), ['hsts-missing'], name);
});
