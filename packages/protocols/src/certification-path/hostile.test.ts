import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCertificate } from '../x509/certificate.ts';
import { sentenceOf } from './problems.ts';
import { findPath } from './path.ts';
import type { VerifySignature } from './path-question.ts';
import * as write from '../x509/testing/certificate-writer.ts';
import {
  change,
  host,
  issuerContent,
  keyOf,
  leafContent,
  make,
  names,
  now,
  rootContent,
  signedBy,
} from './testing/chain.ts';
import { verifyForTests } from './testing/verify.ts';

const each = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const root = make(rootContent('CN=R'));
const issuer = (name: string, by: string): Uint8Array => make(issuerContent(`CN=${name}`, `CN=${by}`));
const leaf = (by: string): Uint8Array => make(leafContent(`CN=${by}`));

/** Sets of certificates that make path building expensive; trusted: the valid path hidden among them. */
const sets: readonly (readonly [name: string, leaf: Uint8Array, intermediates: Uint8Array[], trusted: boolean])[] = [
  [
    'eight keys of one name that all sign each other',
    make(leafContent('CN=X'), signedBy('CN=k0')),
    each(8, (i) => i).flatMap((i) =>
      each(8, (j) => j)
        .filter((j) => j !== i)
        .map((j) => make(issuerContent('CN=X', 'CN=X'), keyOf(`CN=k${i}`), signedBy(`CN=k${j}`))),
    ),
    false,
  ],
  [
    'twenty authorities that all sign each other',
    leaf('N0'),
    each(380, (i) => issuer(`N${Math.floor(i / 19)}`, `N${(Math.floor(i / 19) + 1 + (i % 19)) % 20}`)),
    false,
  ],
  [
    'two hundred keys of one name',
    make(leafContent('CN=X'), signedBy('CN=k0')),
    each(200, (i) => make(issuerContent('CN=X', 'CN=Y'), keyOf(`CN=q${i}`))),
    false,
  ],
  [
    'nine layers of five authorities',
    leaf('L0x0'),
    each(225, (i) => issuer(`L${Math.floor(i / 25)}x${i % 5}`, `L${Math.floor(i / 25) + 1}x${Math.floor(i / 5) % 5}`)),
    false,
  ],
  [
    'nine layers of five authorities with a root above one',
    leaf('L0x0'),
    [
      ...each(225, (i) =>
        issuer(`L${Math.floor(i / 25)}x${i % 5}`, `L${Math.floor(i / 25) + 1}x${Math.floor(i / 5) % 5}`),
      ),
      issuer('L9x4', 'R'),
    ],
    true,
  ],
];

for (const [name, leafDer, intermediates, trusted] of sets) {
  test(`${name}: the search ends, ${trusted ? 'with a path' : 'without a path'}`, () => {
    let verifications = 0;
    const verify: VerifySignature = (...args) => {
      verifications += 1;
      return verifyForTests(...args);
    };
    const found = findPath({
      leaf: parseCertificate(leafDer),
      intermediates: intermediates.map((der) => parseCertificate(der)),
      roots: [parseCertificate(root)],
      host,
      atSeconds: Date.parse(now) / 1000,
      verify,
    });
    assert.ok(verifications <= 100, `${verifications} signatures were verified`);
    assert.equal(found.trusted, trusted, found.problems.map(sentenceOf).join('\n'));
    assert.equal(
      found.problems.some(({ code }) => code === 'unknown-issuer'),
      !trusted,
    );
  });
}

test('comparisons of names are limited in total over all paths', () => {
  const subtrees = each(2000, (i) => `dns:t${i}.test`);
  const twins = each(12, (i) =>
    make(
      issuerContent('CN=T', 'CN=U'),
      change(write.basicConstraints(true, i)),
      change(write.nameConstraints(subtrees)),
    ),
  );
  const found = findPath({
    leaf: parseCertificate(make(leafContent('CN=T'), names(...subtrees))),
    intermediates: twins.map((der) => parseCertificate(der)),
    roots: [],
    host: 't0.test',
    atSeconds: Date.parse(now) / 1000,
    verify: verifyForTests,
  });
  assert.match(found.problems.map(sentenceOf).join('\n'), /exceed the limit for comparisons/);
});
