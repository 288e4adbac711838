import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { prepareDashboard } from './prepare.ts';

const kib = 1_024;
const { assets, names } = await prepareDashboard();
const contentOf = (name: string): Buffer => readFileSync(path.join(assets, name));

for (const [what, name, limit] of [
  ['script of a document', names.documents, 10],
  ['script of a tool', names.tools, 105],
  ['style sheet', names.style, 14],
] as const)
  test(`the ${what} has at most ${limit} KiB, compressed`, () => {
    const size = gzipSync(contentOf(name), { level: 9 }).length;
    assert.ok(size <= limit * kib, `${(size / kib).toFixed(1)} of ${limit} KiB`);
  });

test('the fonts have at most 82 KiB', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  assert.ok(fonts.length > 0);
  assert.ok(fonts.reduce((sum, name) => sum + contentOf(name).length, 0) <= 82 * kib);
});

test('scripts of pages have no schemas: zod tries to make functions from text, which pages forbid', () => {
  for (const name of readdirSync(assets).filter((asset) => asset.endsWith('.js')))
    assert.doesNotMatch(contentOf(name).toString(), /__zod_globalRegistry|\bnew Function\b/, name);
});
