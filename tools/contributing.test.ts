import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { modules } from '@perimeter/engine/modules/registry';
import { repoRoot } from './generate/repo-root.ts';
import { Checkout } from './scaffold/checkout.ts';
import { subjectsOf } from './scaffold/subjects.ts';

const guide = readFileSync(path.join(repoRoot, 'CONTRIBUTING.md'), 'utf8');

/** The subjects that a file imports and makes checks of or narrows. */
function subjectsIn(text: string): string[] {
  const taken = [...text.matchAll(/^import \{([^}]*)\} from '[^']*\/derive\/subjects\/[^']*';$/gmu)];
  const names = taken.flatMap(([, all = '']) => all.split(',').map((name) => name.trim()));
  return names.filter((name) => name !== '' && new RegExp(`= (?:checkOf|narrow)\\(\\s*${name}\\b`, 'u').test(text));
}

const folder = 'packages/engine/src/modules';
const checkout = new Checkout(repoRoot);
const subjectsByModule = new Map(
  modules.map(({ id }) => [
    id,
    new Set(checkout.list(`${folder}/${id}`).flatMap((file) => subjectsIn(checkout.read(file)))),
  ]),
);

test('the guide has a row with a description and an existing exemplar for each subject of checks', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| \w.{10,} \|.*`(\w+\/[\w/-]+\.ts)` \|$/gmu)];
  const subjects = new Set([...subjectsByModule.values()].flatMap((all) => [...all]));
  assert.ok(subjects.size > 40);
  assert.deepEqual(new Set(rows.map(([, subject]) => subject)), subjects);
  for (const [row, , exemplar = ''] of rows) assert.ok(existsSync(path.join(repoRoot, folder, exemplar)), row);
});

test('new checks can be scaffolded for every subject of each module', () => {
  for (const [id, wanted] of subjectsByModule) {
    const offered = new Set(subjectsOf(checkout, folder, id).map(({ subject }) => subject));
    assert.deepEqual(offered, wanted, id);
  }
});

test('every script and test file that the guide names exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8'));
  for (const [, script = ''] of guide.matchAll(/npm run ([a-z:-]+)/g)) assert.ok(script in scripts, script);
  for (const [, file = ''] of guide.matchAll(/([\w/.-]+\.test\.ts)/g))
    if (file.includes('/')) assert.ok(existsSync(path.join(repoRoot, file)), file);
});

test('the guide puts the name of a test before the file, where the runner expects it', () => {
  assert.doesNotMatch(guide, /\.test\.ts --test-name-pattern/);
});

test('in the steps after a check, files generated from the golden reports come last', () => {
  const [, steps = ''] = /^After a check:\n([^]*?)^## /mu.exec(guide) ?? [];
  const order = [...steps.matchAll(/`npm run (generate|golden|samples)`/gu)].map(([, name]) => name);
  assert.deepEqual(order, ['generate', 'golden', 'generate', 'samples']);
});
