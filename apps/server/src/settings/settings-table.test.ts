import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';
import { type Setting, settingsTable } from './table.data.ts';

const rows = Object.entries<Setting>(settingsTable);

/** Every variable that the settings read. */
function asked(): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readSettings(env);
  return [...names].toSorted();
}

const problemsWith = (name: string, value: string): readonly string[] => {
  const read = readSettings({ [name]: value });
  return read.ok ? [] : read.problems;
};

test('the table names every variable that is read, and no other', () => {
  assert.deepEqual(rows.map(([name]) => name).toSorted(), asked());
});

test('the defaults of the table are accepted, and give what no setting gives', () => {
  const without = readSettings({});
  for (const [name, { fallback }] of rows)
    if (fallback !== null) assert.deepEqual(readSettings({ [name]: String(fallback) }), without, name);
});

test('numbers are taken from the least to the most of the table, and no others', () => {
  for (const [name, setting] of rows) {
    if (!('least' in setting)) continue;
    const { least, most } = setting;
    const problem = [`${name} must be an integer from ${least} to ${most}`];
    for (const value of [least, most]) assert.deepEqual(problemsWith(name, String(value)), [], name);
    for (const value of [least - 1, most + 1, 'many']) assert.deepEqual(problemsWith(name, String(value)), problem);
  }
});

test('words are taken that the table lists, and no others', () => {
  for (const [name, setting] of rows) {
    if (!('words' in setting)) continue;
    const problem = `${name} must be one of ${setting.words.join(', ')}`;
    for (const word of setting.words) assert.ok(!problemsWith(name, word).includes(problem), `${name} ${word}`);
    assert.deepEqual(problemsWith(name, 'elsewhere'), [problem]);
  }
});
