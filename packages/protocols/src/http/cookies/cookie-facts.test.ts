import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { cookieAttribute, readCookieFacts } from './cookie-facts.ts';

test('a line keeps its name and its attributes, in order and with duplicates, and loses its value', () => {
  const facts = readCookieFacts('__Host-id=a=b ; SECURE; path=/x; Path=/;HttpOnly=yes;SameSite = Lax;;', 'https');
  assert.deepEqual(facts, {
    name: '__Host-id',
    attributes: [
      ['secure', ''],
      ['path', '/x'],
      ['path', '/'],
      ['httponly', 'yes'],
      ['samesite', 'Lax'],
    ],
    line: '__Host-id=<3 characters>; SECURE; path=/x; Path=/; HttpOnly=yes; SameSite = Lax; ; ',
    valueBytes: 3,
    shape: { kind: 'opaque' },
    scheme: 'https',
    rejection: null,
  });
  assert.equal(cookieAttribute(facts, 'path'), '/');
  assert.equal(cookieAttribute(facts, 'domain'), undefined);
});

const rejections: [line: string, rejection: string | null][] = [
  ['a=b', null],
  ['word', null],
  ['=x', null],
  ['', 'empty'],
  [' = ; Path=/', 'empty'],
  ['a=b\0', 'control-character'],
  ['a\ufffd=b', 'control-character'],
  ['a=b; Path=/\ufffd', 'control-character'],
  ['a=b; Path=/\u007f', 'control-character'],
  ['a=b\tc', null],
  [`a=${'b'.repeat(4095)}`, null],
  [`a=${'b'.repeat(4096)}`, 'too-large'],
  [`a=${'é'.repeat(2048)}`, 'too-large'],
  ['=__Host-a=b', 'nameless-prefix'],
  ['__SECURE-a', 'nameless-prefix'],
];

for (const [line, rejection] of rejections) {
  test(`${JSON.stringify(line.slice(0, 30))} (${line.length}) is ${rejection ?? 'taken'}`, () => {
    assert.equal(readCookieFacts(line, 'https').rejection, rejection);
  });
}

test('an attribute with a value longer than 1,024 octets is ignored', () => {
  const { attributes } = readCookieFacts(`a=b; Path=/${'x'.repeat(1024)}; Domain=site.lab`, 'https');
  assert.deepEqual(attributes, [['domain', 'site.lab']]);
});

test('a misspelt attribute keeps its name', () => {
  assert.equal(
    readCookieFacts('a=b; Http-Only; SameSite:Lax', 'https').line,
    'a=<1 characters>; http-only; <12 characters>',
  );
});

/** None of these is in what surrounds a value, so that every run of them is a piece of it. */
const secrets = fc.string({ unit: fc.constantFrom(...'GJKQVWXYZ0123456789+/.-_%'), minLength: 6, maxLength: 60 });

test('no six characters in a row of a value survive, also where semicolons cut the value', () => {
  const lines = fc
    .tuple(secrets, secrets)
    .chain(([a, b]) =>
      fc.constantFrom(
        [a, `sid=${a}; Path=/; Secure`],
        [a, `${a}; Path=/`],
        [a + b, `sid="${a};${b}"; HttpOnly`],
        [a + b, `sid="${a};${b}=${a}"`],
      ),
    );
  fc.assert(
    fc.property(lines, ([secret = '', line = '']) => {
      const stored = JSON.stringify(readCookieFacts(line, 'https')).toUpperCase();
      for (let at = 0; at + 6 <= secret.length; at += 1) {
        assert.ok(!stored.includes(secret.slice(at, at + 6)), `${line} in ${stored}`);
      }
    }),
    { numRuns: 500 },
  );
});
