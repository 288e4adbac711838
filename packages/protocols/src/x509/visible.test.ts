import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCertificate } from './certificate.ts';
import { findPath } from '../certification-path/path.ts';
import { constrain, host, issuerContent, leafContent, make, names, now, put, subject } from '../certification-path/testing/chain.ts';
import { nameOfPairs } from './testing/odd-values.ts';
import { verifyForTests } from '../certification-path/testing/verify.ts';
import { beginning, quoted, visible, visibleInName } from './visible.ts';

test('what cannot be seen is spelt, and all else stays', () => {
  assert.equal(visible('a\u0000b\u007f\u009b\u202e\u200b é 測'), 'a\\u{0}b\\u{7f}\\u{9b}\\u{202e}\\u{200b} é 測');
  assert.equal(visibleInName('a\u0000\u202e'), String.raw`a\00\E2\80\AE`);
  assert.equal(quoted('a"\n\u202e'), String.raw`"a\"\n\u{202e}"`);
  assert.equal(beginning('a😜', 2), 'a');
});

test('a name is an RFC 4514 string without anything invisible, and another name is another string', () => {
  const text = (name: string): string => parseCertificate(make(leafContent('CN=I'), subject(name))).subject.text;
  assert.equal(text('CN=a\u0000b'), String.raw`CN=a\00b`);
  assert.equal(text('CN=a\\00b'), String.raw`CN=a\\00b`);
  assert.equal(text('CN=\u202emoc.elpmaxe'), String.raw`CN=\E2\80\AEmoc.elpmaxe`);
});

const hostile = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const nasty = fc.constantFrom(
  '\0',
  '\u001b[31m',
  '\n',
  '\u007f',
  '\u0085',
  '\u202e',
  '\u200b',
  '\u2028',
  '😜',
  '"',
  'a',
);
const anyText = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 });
const asciiText = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });

test('no sentence about hostile names carries what cannot be seen', () => {
  fc.assert(
    fc.property(anyText, anyText, asciiText, asciiText, (own, issuer, dns, mail) => {
      const by = `CN=${issuer.join('')}`;
      const leaf = make(
        leafContent('CN=I'),
        put({ subject: nameOfPairs([`CN=${own.join('')}`]), issuer: nameOfPairs([by]) }),
        names(`dns:${dns}`, `email:${mail}`, `uri:${mail}`),
      );
      const upper = make(
        issuerContent('CN=I', 'CN=R'),
        put({ subject: nameOfPairs([by]) }),
        constrain([`dns:${mail}`]),
      );
      const { problems } = findPath({
        leaf: parseCertificate(leaf),
        intermediates: [parseCertificate(upper)],
        roots: [],
        host,
        atSeconds: Date.parse(now) / 1000,
        verify: verifyForTests,
      });
      const said = [...problems.map(({ detail }) => detail), ...parseCertificate(leaf).remarks];
      for (const sentence of said) assert.doesNotMatch(sentence, hostile);
    }),
    { numRuns: 200 },
  );
});
