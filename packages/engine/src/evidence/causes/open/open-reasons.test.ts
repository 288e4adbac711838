import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openReasons } from './open-reasons.data.ts';

const engine = path.resolve(import.meta.dirname, '../../..');
const source = globSync('**/*.ts', { cwd: engine })
  .filter((file) => !/\.test\.ts$|testing|^evidence\/causes\/open\//.test(file))
  .map((file) => readFileSync(path.join(engine, file), 'utf8'))
  .join('\n');

test('each code is used', () => {
  const unused = Object.keys(openReasons).filter((code) => !source.includes(`'${code}'`));
  assert.deepEqual(unused, []);
});

test('no two codes have the same cause and sentence', () => {
  const rows = Object.values(openReasons).map((row) => row.join(' '));
  assert.deepEqual(
    rows.filter((row, at) => rows.indexOf(row) !== at),
    [],
  );
});

test('each code has words of its own', () => {
  const mute = Object.entries(openReasons).filter(([, [, sentence]]) => /^(?:\{\w+\})?$/.test(sentence));
  assert.deepEqual(mute, []);
});

test('the families share no code', () => {
  const files = globSync('*.data.ts', { cwd: import.meta.dirname }).filter((file) => !file.startsWith('open-'));
  const codes = files.flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \[/gm)].map(
      ([, code]) => code,
    ),
  );
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(codes.length, Object.keys(openReasons).length);
});
