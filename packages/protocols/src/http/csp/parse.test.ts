import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../testing/random.ts';
import { parseCsp, parseCspPolicy } from './parse.ts';

test('directives are split at semicolons, names are lowercased, values keep their case', () => {
  const { directives, problems } = parseCspPolicy(
    " Default-Src 'Self'  https://CDN.example\t; ;upgrade-insecure-requests",
  );
  assert.deepEqual(
    [...directives],
    [
      ['default-src', ["'Self'", 'https://CDN.example']],
      ['upgrade-insecure-requests', []],
    ],
  );
  assert.deepEqual(problems, []);
});

test('the first of two directives of one name counts', () => {
  const { directives, problems } = parseCspPolicy("script-src 'none'; SCRIPT-SRC *");
  assert.deepEqual(directives.get('script-src'), ["'none'"]);
  assert.equal(problems.length, 1);
});

test('a directive that is not ASCII is dropped and named', () => {
  const { directives, problems } = parseCspPolicy("script-src 'none' \u201chttps:\u201d; img-src *");
  assert.deepEqual([...directives.keys()], ['img-src']);
  assert.equal(problems.length, 1);
});

test('a comma and a second line each begin another policy, and empty policies are ignored', () => {
  const lines = [
    ['content-security-policy', "default-src 'self', frame-ancestors 'none',"],
    ['Content-Security-Policy', ' ; '],
    ['Content-Security-Policy', 'img-src *'],
    ['Content-Security-Policy-Report-Only', 'font-src *'],
  ] as const;
  assert.deepEqual(
    parseCsp(lines).map(({ text }) => text),
    ["default-src 'self'", "frame-ancestors 'none'", 'img-src *'],
  );
  assert.equal(parseCsp(lines, 'Content-Security-Policy-Report-Only').length, 1);
});

test('no white space beyond ASCII separates values', () => {
  assert.deepEqual(parseCspPolicy('img-src a\u000bb').directives.get('img-src'), ['a\u000bb']);
});

test('any text gives policies whose names are lower case and unique', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      for (const { directives } of parseCsp([['Content-Security-Policy', text]])) {
        for (const name of directives.keys()) assert.equal(name, name.toLowerCase());
      }
    }),
    { numRuns: 300 },
  );
});
