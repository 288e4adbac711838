import assert from 'node:assert/strict';
import { test } from 'node:test';
import { climbOf, readCaa } from './caa.ts';

test('the climb includes the top-level domain but not the root', () => {
  assert.deepEqual(climbOf('a.b.example.org'), ['a.b.example.org', 'b.example.org', 'example.org', 'org']);
  const deep = 'a.b.c.d.e.f.g.h.i.j.k.l.example.org';
  assert.deepEqual([climbOf(deep)[0], climbOf(deep).length], [deep, 14]);
});

test('CAA is parsed from presentation format, and malformed data is listed', () => {
  assert.deepEqual(readCaa('128 issue "ca.example; accounturi=x"'), {
    flags: 128,
    tag: 'issue',
    value: 'ca.example; accounturi=x',
  });
  assert.equal(readCaa('\\# 3 000569'), null);
  assert.equal(readCaa('nonsense'), null);
});
