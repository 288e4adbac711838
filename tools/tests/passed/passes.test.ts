import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { FileResult } from '../file-result.ts';
import { TestedCheckout } from './checkout.ts';
import { Closures } from './closure.ts';
import { hasName } from './names.ts';
import { mayLeaveOut, passLine, Passes } from './passes.ts';
import { readingsInstead } from './readings.data.ts';

const hasGit = spawnSync('git', ['--version']).error === undefined;
const needsGit = { skip: hasGit ? false : 'git is not on this machine' };

const manifest = (name: string): string => JSON.stringify({ name, exports: { './taken': './src/taken.ts' } });

/** Package a takes a module of b, starts a program and reads a folder and a page; c has to do with none of them. */
const sources = {
  '.gitignore': 'node_modules/\n',
  'package.json': '{}',
  'docs/page.md': 'page',
  'docs/other.md': 'other',
  'tools/tests/lane.ts': "import './telling.ts';",
  'tools/tests/telling.ts': '',
  'lab/src/main.ts': "import './start.ts';",
  'lab/src/start.ts': '',
  'packages/a/package.json': manifest('@x/a'),
  'packages/a/src/one.slow.test.ts': `import { taken } from '@x/b/taken';
import type { Shape } from './shape.ts';
// See docs/other.md.
const main = path.join(import.meta.dirname, '../program/main.ts');
readFileSync('docs/page.md'); readdirSync(new URL('../data', import.meta.url));`,
  'packages/a/src/two.lab.test.ts': 'await import(`./${name}.ts`);',
  'packages/a/src/shape.ts': '',
  'packages/a/program/main.ts': "import { step } from './step.ts';",
  'packages/a/program/step.ts': '',
  'packages/a/data/rows.json': '[]',
  'packages/b/package.json': manifest('@x/b'),
  'packages/b/src/taken.ts': "export { deeper } from './deeper.ts';",
  'packages/b/src/deeper.ts': '',
  'packages/b/src/beside.ts': '',
  'packages/c/package.json': manifest('@x/c'),
  'packages/c/src/unrelated.ts': '',
};
const one = 'packages/a/src/one.slow.test.ts';
const two = 'packages/a/src/two.lab.test.ts';

interface Planted {
  root: string;
  write: (file: string, text: string) => void;
}

function plant(t: TestContext): Planted {
  const root = mkdtempSync(path.join(os.tmpdir(), 'perimeter-passes-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const [file, text] of Object.entries(sources)) write(file, text);
  assert.equal(spawnSync('git', ['init', '--quiet'], { cwd: root }).status, 0);
  return { root, write };
}

const result = (file: string, ok = true, skipped = 0): FileResult => ({
  file,
  ok,
  counts: { passed: 3, failed: ok ? 0 : 1, skipped },
  seconds: 2,
  cpuSeconds: 1,
  failure: ok ? null : 'a test: AssertionError',
});

const dayMs = 86_400_000;

function open(root: string): Passes {
  return Passes.open(root) ?? assert.fail('git knows the checkout');
}

/** A run that passes each of its files; gives those that it left out. */
function run(root: string, again = false): string[] {
  const passes = open(root);
  const left = passes.begin([one, two], again).map(({ file }) => file);
  for (const file of [one, two]) if (!left.includes(file)) passes.note(result(file));
  return left;
}

test('a file can read what it names, and what that names: imports, programs, folders and pages', needsGit, (t) => {
  const { root } = plant(t);
  const closures = new Closures(TestedCheckout.read(root) ?? assert.fail());
  assert.deepEqual(closures.of(one), [
    'docs/page.md',
    'package.json',
    'packages/a/data/rows.json',
    'packages/a/package.json',
    'packages/a/program/main.ts',
    'packages/a/program/step.ts',
    one,
    'packages/b/package.json',
    'packages/b/src/deeper.ts',
    'packages/b/src/taken.ts',
    'tools/tests/lane.ts',
    'tools/tests/telling.ts',
  ]);
  assert.deepEqual(closures.of(two), [
    'lab/src/main.ts',
    'lab/src/start.ts',
    'package.json',
    'packages/a/package.json',
    'packages/a/src/shape.ts',
    two,
    'tools/tests/lane.ts',
    'tools/tests/telling.ts',
  ]);
});

test('a file runs again once something changed that it can read', needsGit, (t) => {
  const { root, write } = plant(t);
  const unchanged = [one, two];
  assert.deepEqual(run(root), []);
  assert.deepEqual(run(root), unchanged);
  const rows: readonly [string, readonly string[]][] = [
    ['packages/c/src/unrelated.ts', unchanged],
    ['packages/b/src/beside.ts', unchanged],
    ['docs/other.md', unchanged],
    ['packages/c/src/new.ts', unchanged],
    ['packages/b/src/deeper.ts', [two]],
    ['packages/a/program/step.ts', [two]],
    ['packages/a/data/rows.json', [two]],
    ['packages/a/data/new.json', [two]],
    ['docs/page.md', [two]],
    ['packages/a/src/shape.ts', [one]],
    ['lab/src/start.ts', [one]],
    ['tools/tests/telling.ts', []],
    ['package.json', []],
  ];
  for (const [file, left] of rows) {
    write(file, '{ "changed": true }');
    assert.deepEqual(run(root), left, file);
    assert.deepEqual(run(root), unchanged, `${file}, passed again`);
  }
  rmSync(path.join(root, 'packages/a/data/rows.json'));
  assert.deepEqual(run(root), [two], 'a file that is gone');
});

test('a failure, a kill, a skip, a change during the run, a week and --again leave no pass', needsGit, (t) => {
  const { root, write } = plant(t);
  const left = (): number => open(root).begin([one], false).length;
  const during = (act: (passes: Passes) => void, again = false): void => {
    run(root);
    const passes = open(root);
    passes.begin([one], again);
    act(passes);
  };
  during(() => {});
  assert.equal(left(), 1);
  during((passes) => passes.note(result(one, false)), true);
  assert.equal(left(), 0, 'failed');
  during((passes) => {
    passes.note(result(one, false));
    passes.note(result(one));
  }, true);
  assert.equal(left(), 0, 'failed once and passed alone');
  during(() => {}, true);
  assert.equal(left(), 0, 'killed with the run');
  during((passes) => passes.note(result(one, true, 1)), true);
  assert.equal(left(), 0, 'skipped a test');
  during((passes) => {
    write('packages/b/src/deeper.ts', 'export const changed = true;');
    passes.note(result(one));
  }, true);
  assert.equal(left(), 0, 'changed while it ran');
  during((passes) => passes.note(result(one), Date.now() - 7 * dayMs), true);
  assert.equal(left(), 0, 'a week ago');
  during((passes) => passes.note(result(one), Date.now() - 6 * dayMs), true);
  assert.equal(left(), 1, 'six days ago');
  assert.ok(existsSync(path.join(root, 'node_modules/.cache/passed.json')));
  writeFileSync(path.join(root, 'node_modules/.cache/passed.json'), '[{"file":');
  assert.equal(left(), 0, 'cannot be read');
});

test('runs that decide for others leave out nothing: in CI, with --all, as a step of a recipe', () => {
  const own = { all: false, again: false, before: false };
  assert.equal(mayLeaveOut(own, {}), true);
  assert.equal(mayLeaveOut({ ...own, again: true }, { CI: '' }), true);
  assert.equal(mayLeaveOut(own, { CI: 'true' }), false);
  assert.equal(mayLeaveOut({ ...own, all: true }, {}), false);
  assert.equal(mayLeaveOut({ ...own, before: true }, {}), false);
});

test('without git nobody can say what changed', (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'perimeter-passes-'));
  t.after(() => rmSync(root, { recursive: true }));
  assert.equal(Passes.open(root), null);
});

test('a pass of an earlier run is printed with its counts and its time', () => {
  const at = Date.UTC(2030, 0, 2, 3, 4, 5);
  assert.equal(
    passLine({ file: one, digest: 'd', counts: result(one).counts, seconds: 2, at }),
    `  passed before  ${one} (3 passed, 2.0 s, 2030-01-02T03:04Z)`,
  );
});

test('each name that stands for other readings is still in its module, which does not read it', (t) => {
  const checkout = TestedCheckout.read(path.resolve(import.meta.dirname, '../../..'));
  if (checkout === null) return t.skip('no git checkout');
  for (const { module, names, reads } of readingsInstead) {
    assert.ok(hasName(checkout, module, names), `${module} names ${names}`);
    for (const place of reads) assert.ok(checkout.files.has(place) || checkout.below.has(place), place);
  }
});
