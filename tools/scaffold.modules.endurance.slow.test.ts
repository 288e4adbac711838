// By day scaffold.slow.test.ts scaffolds one of each kind, and runs its tests; this file scaffolds a check of every subject of every
// module, and compiles all.
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { after, before, test } from 'node:test';
import { modules } from '@perimeter/engine/modules/registry';
import { Checkout } from './scaffold/checkout.ts';
import { subjectsOf } from './scaffold/subjects.ts';
import { scaffold } from './scaffold.ts';
import { copyHouse, type HouseCopy } from './testing/house-copy.ts';
import { checkWalls } from './walls.ts';

const MODULES = 'packages/engine/src/modules';

let house: HouseCopy;
const scaffolded = new Map<string, string[]>();
const planted: string[] = [];
let run: SpawnSyncReturns<string>;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

// Without this variable, because a nested test run would otherwise run nothing.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

const judging = modules.filter(({ checks }) => checks.length > 0);

/** Scaffolds checks of every subject of a module; returns their ids. */
function plantIn(id: string): string[] {
  return subjectsOf(new Checkout(house.root), MODULES, id).map(({ subject }) => {
    const name = kebab(subject);
    const check = `planted-${name}-${id.replaceAll('_', '-')}`;
    planted.push(...scaffold(house.root, ['check', id, `planted/${name}-topic`, check, subject]));
    return check;
  });
}

before(() => {
  house = copyHouse();
  for (const { id } of judging) scaffolded.set(id, plantIn(id));
  // All in one process, which loads the engine once. Scaffolded checks only affect their own tests and their module's
  // as a whole; the gate runs those of other topics.
  const tests = judging.flatMap(({ id }) => [`${MODULES}/${id}/module.test.ts`, `${MODULES}/${id}/planted/*.test.ts`]);
  run = spawnSync(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=tap', ...tests], {
    cwd: house.root,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
});
after(() => house.remove());

test('unmodified scaffolded checks pass their tests, and those of their modules', () => {
  assert.equal(run.status, 0, run.stdout.slice(-8_000) + run.stderr);
});

for (const { id } of judging) {
  test(`checks of every subject of ${id} were tested`, () => {
    const checks = scaffolded.get(id) ?? [];
    assert.ok(checks.length > 0);
    assert.deepEqual(
      checks.filter((check) => !run.stdout.includes(check)),
      [],
    );
  });
}

test('the linter reports nothing in them except the TODO', () => {
  const args = [
    'node_modules/oxlint/bin/oxlint',
    '--format=unix',
    ...judging.map(({ id }) => `${MODULES}/${id}/planted`),
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: house.root, encoding: 'utf8' });
  const complaints = stdout.split('\n').filter((line) => /^\S+:\d+:\d+:/u.test(line));
  assert.deepEqual(
    complaints.filter((line) => !line.includes('no-warning-comments')),
    [],
  );
  assert.equal(complaints.length, [...scaffolded.values()].flat().length, stdout);
});

test('the registry test accepts them', () => {
  const args = ['--test', '--test-name-pattern=planted', `${MODULES}/registry.test.ts`];
  const { stdout } = spawnSync(process.execPath, args, { cwd: house.root, env, encoding: 'utf8' });
  assert.match(stdout, /planted-each-leaf-certificates has a row for each kind of outcome/u);
  assert.doesNotMatch(stdout, /✖ planted/u);
});

test('they compile under both settings with a probe and a codec, and pass the import rules', async () => {
  const files = [
    ...planted,
    ...scaffold(house.root, ['probe', 'planted_probe']),
    ...scaffold(house.root, ['codec', 'planted-codec']),
  ];
  for (const settings of ['tsconfig.json', 'tsconfig.pure.json']) {
    const args = ['node_modules/typescript/bin/tsc', '-p', settings];
    const { stdout } = spawnSync(process.execPath, args, { cwd: house.root, encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.deepEqual(
      stdout.split('\n').filter((line) => files.some((file) => line.startsWith(file))),
      [],
    );
    assert.doesNotMatch(stdout, /^error TS/mu, stdout);
  }
  const { violations } = await checkWalls(house.root);
  assert.deepEqual(
    violations.filter((violation) => violation.includes('planted')),
    [],
  );
});
