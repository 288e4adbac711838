import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Simhash, simhashDistance } from './simhash.ts';

const hash = (...pieces: string[]): string => {
  const simhash = new Simhash();
  for (const piece of pieces) simhash.add(piece);
  return simhash.digest();
};

const words = Array.from({ length: 400 }, (_, index) => `word${(index * 7_919) % 997}`);

test('alike texts are near, others far', () => {
  const text = words.join(' ');
  const edited = [...words.slice(0, 200), 'new', ...words.slice(201)].join(' ');
  const other = words.map((word) => `${word}x`).join(' ');
  assert.ok(simhashDistance(hash(text), hash(edited)) <= 6, 'one word of four hundred');
  assert.ok(simhashDistance(hash(text), hash(other)) >= 20, 'no word in common');
  assert.equal(simhashDistance('0000000000000000', 'ffffffffffffffff'), 64);
});

test('case, spaces, punctuation and cuts change nothing', () => {
  assert.equal(hash('One two, three four'), hash('one  TWO\nthr', 'ee', ' four'));
  assert.match(hash(''), /^[0-9a-f]{16}$/);
  assert.notEqual(hash('one'), hash('two'));
});
