import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { findWords, wordsIn } from './find.ts';

const found = (file: string, text: string): string[] => wordsIn(file, text).map(({ word }) => word);

test('words are found in prose and in quoted text', () => {
  assert.deepEqual(found('a.md', 'What mending brings.'), ['mending']);
  assert.deepEqual(found('a.ts', "throw new Error('The last octet is missing');"), ['octet']);
  assert.deepEqual(found('a.ts', 'const text = `${name} is a check of its own`;'), ['a check of its own']);
});

test('code, comments and other words that contain one are ignored', () => {
  assert.deepEqual(found('a.md', 'Run `mend --all`.\n```sh\nmend\n```\nWe recommend amending it.'), []);
  assert.deepEqual(found('a.ts', '// mended here\nconst octets = [`${octets} bytes`, "wrong-octets"];'), []);
});

test('text for users contains no word of the list', () => {
  const places = findWords(path.resolve(import.meta.dirname, '../..'));
  assert.deepEqual(
    places.map(({ file, line, word, instead }) => `${file}:${line}: "${word}", write: ${instead}`),
    [],
  );
});
