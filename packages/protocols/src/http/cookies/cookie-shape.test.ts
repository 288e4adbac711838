import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../testing/random.ts';
import { type CookieShape, shapeOf } from './cookie-shape.ts';

const json = (value: unknown, encoding: 'base64' | 'base64url' = 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(encoding);

const claims = { sub: 'alice@site.lab', exp: 1_790_000_000, role: 'admin' };
const names = ['sub', 'exp', 'role'];
const jwt = (alg: string, signature: string): string => `${json({ alg, typ: 'JWT' })}.${json(claims)}.${signature}`;
const signed = { kind: 'jwt', alg: 'HS256', isSigned: true, expires: 1_790_000_000, claims: names } as const;

const shapes: [name: string, value: string, shape: CookieShape][] = [
  ['nothing', '', { kind: 'empty' }],
  ['quotes around nothing', '""', { kind: 'empty' }],
  ['a signed JWT', jwt('HS256', 'c2ln'), signed],
  ['a JWT without signature', jwt('none', ''), { ...signed, alg: 'none', isSigned: false }],
  ['a JWT in quotes', `"${jwt('HS256', 'c2ln')}"`, signed],
  ['three words with dots', 'a.b.c', { kind: 'opaque' }],
  ['base64 of JSON', json({ user: 1, email: 'x' }, 'base64'), { kind: 'json-base64', keys: ['user', 'email'] }],
  [
    'percent-encoded base64',
    encodeURIComponent(json({ user: '??' }, 'base64')),
    { kind: 'json-base64', keys: ['user'] },
  ],
  ['a signed session', `${json({ user: 1 })}.Zh2abc.c2lnbmF0dXJl`, { kind: 'json-base64', keys: ['user'] }],
  ['a payload and two hyphens', `${json({ user: 1 })}--0af3`, { kind: 'json-base64', keys: ['user'] }],
  ['plain JSON', encodeURIComponent('{"user":1}'), { kind: 'json', keys: ['user'] }],
  ['base64 of a list', json([1, 2]), { kind: 'opaque' }],
  ['keys that are ids', json({ a81f3c99d2: 1 }), { kind: 'json-base64', keys: ['<10 characters>'] }],
  // The example of the vendor's article on the format: 10.1.1.100:8080.
  ['a BIG-IP cookie', '1677787402.36895.0000', { kind: 'load-balancer', address: '10.1.1.100', port: 8080 }],
  [
    'a BIG-IP cookie of a route domain',
    'rd5o00000000000000000000ffffc0000201o80',
    { kind: 'load-balancer', address: '192.0.2.1', port: 80 },
  ],
  [
    'a BIG-IP cookie for IPv6',
    'vi20010112000000000000000000000030.20480',
    { kind: 'load-balancer', address: '2001:112::30', port: 80 },
  ],
  [
    'a BIG-IP cookie of a route domain for IPv6',
    'rd3o20010112000000000000000000000033o80',
    { kind: 'load-balancer', address: '2001:112::33', port: 80 },
  ],
  ['a number too large for an address', '4294967296.36895.0000', { kind: 'opaque' }],
  ['a port too large', '1677787402.65536.0000', { kind: 'opaque' }],
  ['a broken escape', '%E0%A4%A', { kind: 'opaque' }],
  ['anything else', 'd8e8fca2dc0f896fd7cb4cb0031ba249', { kind: 'opaque' }],
];

for (const [name, value, shape] of shapes) {
  test(`the shape of ${name} is ${shape.kind}`, () => {
    assert.deepEqual(shapeOf(value), shape);
  });
}

test('any value has a shape', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json(), fc.base64String()), (value) => {
      assert.ok(shapeOf(value).kind !== 'jwt' || value.includes('.'));
    }),
    { numRuns: 500 },
  );
});
