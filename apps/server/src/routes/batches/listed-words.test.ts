import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedWords } from './listed-words.ts';
import { readLines } from './read-lines.ts';

const nothing = { tags: [], owner: '', note: '' };
const cellsOf = (text: string) => readLines(text).lines.map(({ domain, words }) => [domain, words]);

test('the columns of tags, owner and note are read under their headings, and nowhere else', () => {
  const table = 'Domain;Owner;Grade;Tags;Note\none.de;Jane;B;eu shop;"says ""so"";\nlater"\ntwo.de;;F;;\nthree.de';
  assert.deepEqual(cellsOf(table), [
    ['one.de', { tags: 'eu shop', owner: 'Jane', note: 'says "so";\nlater' }],
    ['two.de', {}],
    ['three.de', {}],
  ]);
  assert.deepEqual(cellsOf('one.de,Jane'), [['one.de', {}]], 'no heading');
  assert.deepEqual(cellsOf('Domäne\tVerantwortlich\tBemerkung\neins.de\tJan\tx'), [
    ['eins.de', { owner: 'Jan', note: 'x' }],
  ]);
});

test('what is kept is not changed by the file that it was written to, and an edited cell is taken as it was meant', () => {
  const kept = { tags: ['@eu', 'shop'], owner: '=Jane', note: 'two\u200D "words"' };
  const written = { tags: "'@eu shop", owner: "'=Jane", note: String.raw`two\u{200d} "words"` };
  assert.equal(listedWords(written, kept, true), null);
  assert.equal(listedWords({}, kept, true), null, 'empty cells');
  assert.deepEqual(listedWords({ ...written, owner: "'=Ann", tags: 'shop, eu;new' }, kept, true), {
    tags: { before: ['@eu', 'shop'], after: ['shop', 'eu', 'new'] },
    owner: { before: '=Jane', after: '=Ann' },
    note: null,
    refused: [],
    isKnown: true,
  });
});

test('what is too long is refused in words, and changes nothing', () => {
  const tooMuch = {
    tags: Array.from({ length: 11 }, (_none, at) => `t${at}`).join(' '),
    owner: 'o'.repeat(101),
    note: 'n'.repeat(1_001),
  };
  const said = listedWords(tooMuch, nothing, false);
  assert.deepEqual([said?.tags, said?.owner, said?.note, said?.refused.length], [null, null, null, 3]);
  assert.match(listedWords({ tags: 't'.repeat(41) }, nothing, true)?.refused[0] ?? '', /at most 40 characters/u);
});
