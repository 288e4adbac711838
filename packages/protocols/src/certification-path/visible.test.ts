import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, dayRuns, fc } from '../testing/random.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { nameOfPairs } from '../x509/testing/odd-values.ts';
import { sentenceOf } from './problems.ts';
import { findPath } from './path.ts';
import { remarksOf } from './remarks.ts';
import { constrain, host, issuerContent, leafContent, make, names, now, put } from './testing/chain.ts';
import { verifyForTests } from './testing/verify.ts';

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
const anyText = fc.array(fc.oneof(nasty, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 60 });
const asciiText = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });

test('no sentence about hostile names contains invisible characters', () => {
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
      const said = [...problems.map(sentenceOf), ...remarksOf(parseCertificate(leaf))];
      for (const sentence of said) assert.doesNotMatch(sentence, hostile);
    }),
    { numRuns: dayRuns(40) },
  );
});
