import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { measureHouse, share } from './figures.ts';
import { limits } from './limits.data.ts';
import { houseTable } from './table.ts';

function house(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'perimeter-house-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

const measure = (t: TestContext, files: Readonly<Record<string, string>>, checks = new Map<string, number>()) =>
  measureHouse(house(t, files), checks);

test('lines are counted in sources only, not in tests, test helpers or data files', (t) => {
  const figures = measure(t, {
    'packages/a/src/one.ts': 'export const one = 1;\n'.repeat(3),
    'packages/a/src/one.test.ts': '//\n'.repeat(90),
    'packages/a/src/testing/builder.ts': '//\n'.repeat(90),
    'packages/a/src/one.data.ts': '//\n'.repeat(90),
    'node_modules/b/index.ts': '//\n'.repeat(90),
  });
  assert.deepEqual(figures['file lines, longest'], { value: 3, from: ['packages/a/src/one.ts 3'] });
  assert.deepEqual(figures['files in a folder, most'], {
    value: 3,
    from: ['packages/a/src 3', 'packages/a/src/testing 1'],
  });
});

test('only named functions count; an inline function belongs to the one around it', (t) => {
  const text = [
    'export function declared(): number {',
    '  return [1].map((value) => {',
    '    return value;',
    '  }).length;',
    '}',
    'export const short = (): number => 1;',
  ].join('\n');
  const figures = measure(t, { 'tools/one.ts': `${text}\n` });
  assert.equal(figures['function lines, longest'].value, 5);
  assert.equal(figures['function lines, median'].value, 1);
});

test('an import counts once, of types or values, however often it occurs', (t) => {
  const figures = measure(t, {
    'lab/a.ts': "import type { B } from './b.ts';\nimport { b } from './b.ts';\nexport { c } from 'node:fs';\n",
    'lab/b.ts': '',
  });
  assert.deepEqual(figures['imports of a file, p95'], { value: 2, from: ['lab/a.ts 2', 'lab/b.ts 0'] });
});

test('files that import each other are a cycle, also through types and other files', (t) => {
  const figures = measure(t, {
    'lab/a.ts': "import type { B } from './b.ts';\n",
    'lab/b.ts': "export * from './c.ts';\n",
    'lab/c.ts': "export const a = await import('./a.ts');\n",
    'lab/d.ts': "import './a.ts';\n",
  });
  assert.deepEqual(figures['circles of imports'], { value: 1, from: ['lab/a.ts, lab/b.ts, lab/c.ts'] });
});

test('folders that import each other have upward imports, even without a cycle of files', (t) => {
  const figures = measure(t, {
    'apps/x/high/door.ts': "import '../low/one.ts';\nimport '../low/two.ts';\n",
    'apps/x/high/word.ts': '',
    'apps/x/low/one.ts': "import '../high/word.ts';\n",
    'apps/x/low/two.ts': '',
  });
  assert.equal(figures['circles of imports'].value, 0);
  assert.equal(figures['imports that run up'].value, 1);
});

test('lines per check are over all modules with checks; shared lines are a separate figure', (t) => {
  const files = {
    'packages/e/modules/a/x.ts': '//\n'.repeat(30),
    'packages/e/modules/b/x.ts': '//\n'.repeat(10),
    'packages/e/modules/c/x.ts': '//\n'.repeat(90),
    'packages/e/modules/derive/words/x.ts': '//\n'.repeat(40),
  };
  const figures = measure(
    t,
    files,
    new Map([
      ['a', 1],
      ['b', 3],
      ['c', 0],
    ]),
  );
  assert.deepEqual(figures['source lines a check'], { value: 10, from: ['a 30', 'b 3'] });
  assert.deepEqual(figures['shared lines a check'], { value: 10, from: ['modules/derive 40 lines for 4 checks'] });
});

test('a name is exported twice if two files declare it, but not if one re-exports it', (t) => {
  const figures = measure(t, {
    'lab/a.ts': 'export const one = 1, two = 2;\nexport function three() {}\nexport type Four = 4;\nconst five = 5;\n',
    'lab/b.ts':
      "export interface Four {}\nexport { one } from './a.ts';\nexport const five = 5;\nexport class three {}\n",
    'lab/c.ts': "export { two } from './a.ts';\nexport const three = 3;\nexport default function five() {}\n",
    'lab/a.test.ts': 'export const one = 1;\n',
  });
  assert.deepEqual(figures['names exported twice'], { value: 2, from: ['three 3', 'Four 2'] });
});

test('a figure above its aim shows its worst places, even within its limit', (t) => {
  const figures = measure(t, { 'lab/a.ts': 'export const one = 1;\n', 'lab/b.ts': 'export const one = 1;\n' });
  const { lines, broken } = houseTable(figures, { ...limits, 'names exported twice': { limit: 1, aim: 0 } });
  assert.deepEqual([lines.at(-1), broken], ['names exported twice: one 2', []]);
});

test('the value that a share of rows does not exceed', () => {
  const rows = Array.from({ length: 100 }, (_, index) => [index + 1, ''] as const);
  assert.deepEqual([share(rows, 0.5), share(rows, 0.95), share([], 0.5)], [50, 95, 0]);
});

test('a figure beyond its limit is listed with its causes; one at its limit is not', (t) => {
  const figures = measure(t, { 'lab/a.ts': '//\n'.repeat(301), 'lab/b.ts': '' });
  const { lines, broken } = houseTable(figures, limits);
  assert.deepEqual(broken, ['file lines, p95', 'file lines, longest']);
  assert.ok(lines.some((line) => line.includes('lab/a.ts 301')));
  const at = {
    ...figures,
    'file lines, p95': { value: 200, from: [] },
    'file lines, longest': { value: 300, from: [] },
  };
  assert.deepEqual(houseTable(at, limits).broken, []);
});

test('no limit is below the aim', () => {
  for (const [name, { limit, aim }] of Object.entries(limits)) assert.ok(limit >= aim, name);
});
