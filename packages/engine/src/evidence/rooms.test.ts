import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';

/** Rooms that hold no kind of evidence: readings of several kinds, words that all kinds use, and causes of what was not seen. */
const others: ReadonlySet<string> = new Set(['causes', 'site', 'words']);

test('a folder of evidence is a kind with its schema, or one of the rooms that all kinds share', () => {
  const folders = (name: string): Set<string> =>
    new Set(globSync(`*/**/${name}`, { cwd: import.meta.dirname }).map((file) => file.split(/[\\/]/)[0] ?? ''));
  const kinds = folders('schema.ts');
  assert.deepEqual(new Set([...folders('*.ts')].filter((name) => !kinds.has(name))), others);
});
