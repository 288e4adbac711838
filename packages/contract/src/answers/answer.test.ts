import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerForm } from './answer.ts';

const read = (text: string, more: object = {}) => answerForm.safeParse({ kind: 'fixed', text, ...more });
const mistake = (text: string, more: object = {}): string => read(text, more).error?.issues[0]?.message ?? '';

test('an answer is plain text on one line', () => {
  assert.deepEqual(read('  Moved\r\n\tto  the new host  ').data, {
    kind: 'fixed',
    text: 'Moved to the new host',
    name: '',
  });
  for (const text of ['Erledigt: Schlüssel erneuert', 'إصلاح', '已修复', 'done ✔\uFE0F', 'e\u0301', '<b>&amp;</b>'])
    assert.equal(read(text).success, true, text);
  assert.equal(read('e\u0301').data?.text, '\u00E9');
});

test('controls, bidi overrides, invisible characters and lone surrogates are refused', () => {
  for (const character of [
    '\0',
    '\u001B',
    '\u0085',
    '\u202E',
    '\u2066',
    '\u200B',
    '\u2028',
    '\uFEFF',
    '\uD800',
    '\u{E0041}',
    '\uFFFE',
  ])
    for (const [text, name] of [
      [`a${character}b`, ''],
      ['ab', `a${character}b`],
    ] as const)
      assert.match(mistake(text, { name }), /invisible characters/, JSON.stringify(character));
});

test('characters are counted as readers count them, and a sentence is needed but for a new measurement', () => {
  assert.equal(read('🙂'.repeat(500)).success, true);
  assert.match(mistake('🙂'.repeat(501)), /at most 500/);
  assert.match(mistake('ab', { name: 'n'.repeat(81) }), /at most 80/);
  for (const text of ['', ' \n ']) assert.match(mistake(text), /Write a sentence/);
  assert.equal(answerForm.safeParse({ kind: 'new_measurement' }).success, true);
  assert.equal(answerForm.safeParse({ kind: 'wontfix', text: 'x' }).success, false);
});
