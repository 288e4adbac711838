import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafContent, make, subject } from '../certification-path/testing/chain.ts';
import { parseCertificate } from './certificate.ts';
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
