import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
const rows = [
  ...page.matchAll(/^\| `(HOST|PORT|DATABASE_URL|NODE_EXTRA_CA_CERTS|PERIMETER_[A-Z0-9_]+)` \|(.*?)\|.*\|$/gm),
];

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

test('the table of settings in docs/operations.md lists exactly the variables that are read', () => {
  assert.deepEqual(rows.map(([, name]) => name).toSorted(), asked());
});

test('the defaults in the table are accepted, and equal the actual defaults', () => {
  const without = readSettings({});
  for (const [, name = '', fallback = ''] of rows) {
    const value = /^ `([^`]+)` $/.exec(fallback)?.[1];
    if (value !== undefined) assert.deepEqual(readSettings({ [name]: value }), without, name);
  }
});
