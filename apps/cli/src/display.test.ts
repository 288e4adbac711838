import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColourMode, columnsOf, wantsColour, wantsUnicode } from './display.ts';

const tty = { write: () => true, isTTY: true };
const pipe = { write: () => true };

const rows: [name: string, mode: ColourMode, env: Record<string, string>, isTty: boolean, expected: boolean][] = [
  ['a terminal has colour', 'auto', {}, true, true],
  ['a pipe has none', 'auto', {}, false, false],
  ['a dumb terminal has none', 'auto', { TERM: 'dumb' }, true, false],
  ['FORCE_COLOR gives a pipe colour', 'auto', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0 takes it', 'auto', { FORCE_COLOR: '0' }, true, false],
  ['an empty FORCE_COLOR says nothing', 'auto', { FORCE_COLOR: '' }, false, false],
  ['always gives a pipe colour', 'always', {}, false, true],
  ['never takes it', 'never', { FORCE_COLOR: '1' }, true, false],
  ['NO_COLOR beats all', 'always', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['an empty NO_COLOR says nothing', 'auto', { NO_COLOR: '' }, true, true],
];
for (const [name, mode, env, isTty, expected] of rows) {
  test(name, () => assert.equal(wantsColour(mode, env, isTty ? tty : pipe), expected));
}

test('non-ASCII characters are used if the locale is UTF-8 or unknown', () => {
  assert.equal(wantsUnicode({}), true);
  assert.equal(wantsUnicode({ LANG: 'de_CH.UTF-8' }), true);
  assert.equal(wantsUnicode({ LANG: 'C' }), false);
  assert.equal(wantsUnicode({ LANG: 'C', LC_ALL: 'C.utf8' }), true);
  assert.equal(wantsUnicode({ TERM: 'dumb' }), false);
});

test('the width is the terminal, else COLUMNS, else 80', () => {
  assert.equal(columnsOf({ COLUMNS: '99' }, { ...tty, columns: 120 }), 120);
  assert.equal(columnsOf({ COLUMNS: '99' }, pipe), 99);
  assert.equal(columnsOf({ COLUMNS: 'wide' }, pipe), 80);
});
