import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../testing/random.ts';
import { parseCacheControl } from './cache-control.ts';
import { parseFraming } from '../policies/framing.ts';
import type { HeaderLines } from './header-list.ts';
import { parseContentType } from './media-type.ts';
import { parseNosniff } from './nosniff.ts';
import { parsePermissionsPolicy } from '../policies/permissions-policy.ts';
import { disclosedVersions, parseProducts } from './product.ts';
import { parsePublicKeyPins } from '../policies/public-key-pins.ts';
import { parseReferrerPolicy } from '../policies/referrer-policy.ts';
import { parseReportingEndpoints, parseReportTo } from '../policies/reporting.ts';
import { isSessionLike } from './session-cookie.ts';
import { parseSetCookie } from './set-cookie.ts';
import { parseStrictTransportSecurity } from '../policies/strict-transport-security.ts';
import { absentVectors, publishedVectors } from '../../testing/published-vectors.ts';

const named = (name: string, parse: (lines: HeaderLines) => unknown) => (text: string) => parse([[name, text]]);

const parsers: Record<string, (text: string) => unknown> = {
  'X-Content-Type-Options': named('X-Content-Type-Options', parseNosniff),
  'X-Frame-Options': named('X-Frame-Options', parseFraming),
  'Content-Security-Policy': named('Content-Security-Policy', parseFraming),
  'Referrer-Policy': named('Referrer-Policy', parseReferrerPolicy),
  'Permissions-Policy': named('Permissions-Policy', parsePermissionsPolicy),
  'Cache-Control': named('Cache-Control', parseCacheControl),
  'Content-Type': named('Content-Type', parseContentType),
  'Reporting-Endpoints': named('Reporting-Endpoints', parseReportingEndpoints),
  'Report-To': named('Report-To', parseReportTo),
  'Strict-Transport-Security': named('Strict-Transport-Security', parseStrictTransportSecurity),
  'Set-Cookie': parseSetCookie,
  'Public-Key-Pins': parsePublicKeyPins,
  Server: (text) => [parseProducts(text), disclosedVersions(text)],
  'cookie name': isSessionLike,
};

/** Text that looks like a header more often than chance would have it. */
const fragments = [
  '"',
  '\\',
  ',',
  ';',
  '=',
  '(',
  ')',
  ' ',
  '\t',
  '*',
  ':',
  '?1',
  '%"',
  '@1',
  'camera',
  "'none'",
  '1.2',
  '/',
  '{',
  '[',
  'é',
  '\0',
];
const headerText = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

for (const [name, parse] of Object.entries(parsers)) {
  test(`the parser of ${name} never throws`, () => {
    fc.assert(
      fc.property(fc.oneof(headerText, fc.string({ unit: anyCharacter, maxLength: 200 })), (text) => {
        parse(text);
      }),
      { numRuns: 300 },
    );
  });

  test(`the parser of ${name} takes 64 KiB of one repeated piece in its stride`, () => {
    for (const piece of [
      ...fragments,
      'a',
      '9',
      'a ',
      'a,',
      'a;',
      'a.',
      '9.',
      '1.1 ',
      'a=(',
      'a="',
      '(a',
      '\\"',
      'sid.',
    ]) {
      // A parser whose time grows with the square of the length would need minutes, and the runner's limit would end it.
      parse(piece.repeat(Math.ceil(65_536 / piece.length)));
    }
  });
}

const vectorsPath = publishedVectors('mdn_observatory_cases.json');
interface Vectors {
  cases: readonly {
    id: string;
    module: string;
    page?: { headers: Readonly<Record<string, string | readonly string[]>> };
    expected: { pass: boolean };
  }[];
}
const readVectors = (file: string): Vectors => JSON.parse(readFileSync(file, 'utf8'));

const safeReferrers = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const verdicts: Record<string, (lines: HeaderLines) => boolean> = {
  referrerPolicy: (lines) => safeReferrers.has(parseReferrerPolicy(lines).value ?? ''),
  xContentTypeOptions: (lines) => parseNosniff(lines).value,
  xFrameOptions: (lines) => parseFraming(lines).restricted,
};

test('readings agree with the recorded cases of the HTTP Observatory', (t) => {
  if (vectorsPath === null) return t.skip(absentVectors('mdn_observatory_cases.json'));
  const { cases } = readVectors(vectorsPath);
  let compared = 0;
  for (const { id, module, page, expected } of cases) {
    const verdict = verdicts[module];
    if (verdict === undefined) continue;
    const lines = Object.entries(page?.headers ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value.trim()]),
    );
    assert.equal(verdict(lines), expected.pass, id);
    compared += 1;
  }
  assert.ok(compared >= 8, `${compared} cases compared`);
});
