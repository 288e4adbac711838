import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../testing/random.ts';
import { internalsIn } from './internals.ts';

const leaks: [value: string, ...texts: string[]][] = [
  ['10.0.0.1', '10.0.0.1'],
  ['http://172.16.5.4:8080/x', '172.16.5.4'],
  ['1.1 cache (192.168.1.1), 192.168.1.1.', '192.168.1.1'],
  ['web1.prod.internal', 'web1.prod.internal'],
  ['svc.ns.svc.cluster.local:80/*', 'svc.ns.svc.cluster.local'],
  ['ip-10-0-12-7', 'ip-10-0-12-7'],
  ['ip-10-0-12-7.ec2.internal', 'ip-10-0-12-7.ec2.internal'],
  ['[fd12:3456:789a::1]:80', 'fd12:3456:789a::1'],
  ['fc00:1:2:3:4:5:6:7', 'fc00:1:2:3:4:5:6:7'],
  ['C:\\inetpub\\wwwroot\\app', 'C:\\inetpub\\wwwroot\\app'],
  ['\\\\files\\share\\x', '\\\\files\\share\\x'],
  ['at com.acme.Foo.bar(Foo.java:123)', '.java:123'],
];

for (const [value, ...texts] of leaks) {
  test(`${value} shows ${texts.join(' and ')}`, () => {
    assert.deepEqual(
      internalsIn(value).map(({ text }) => text),
      texts,
    );
  });
}

test('the class of an exception is a sign of a stack trace', () => {
  assert.equal(internalsIn('java.lang.NullPointerException')[0]?.kind, 'stack trace');
  assert.equal(internalsIn('System.NullReferenceException: x')[0]?.kind, 'stack trace');
});

const clean = [
  '8.8.8.8',
  '172.32.0.1',
  '10.0.0.256',
  'Foo/10.0.0.1',
  '10.1.2.3.4',
  'Fri, 20 Nov 2026 10:11:12 GMT',
  'fd:aa:bb',
  'fdab1234',
  'https://internal.example.com/local.css',
  '{"url":"https:\\/\\/a.nel.example.com\\/report"}',
  "default-src 'self' https://cdn.example.com; report-uri /r",
  'W/"5f-internal"',
  'text/html; charset=utf-8',
];

for (const value of clean) {
  test(`${value} shows nothing internal`, () => assert.deepEqual(internalsIn(value), []));
}

test('no text breaks the search, and 64 KiB of one piece do not hold it up', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      internalsIn(text);
    }),
    { numRuns: 300 },
  );
  for (const piece of ['a', 'a.', '1.', '-', 'fd:', 'fd00:', ':', '\\', '\\\\a', 'C:\\', '.java:', 'a.B', ' ']) {
    internalsIn(piece.repeat(Math.ceil(65_536 / piece.length)));
  }
});
