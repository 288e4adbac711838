import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { modules } from '@perimeter/engine/modules/registry';
import { repoRoot } from './generate/repo-root.ts';
import { subjectsInUse } from './generate/subjects.ts';
import { Checkout } from './scaffold/checkout.ts';
import { subjectsOf } from './scaffold/subjects.ts';

const guide = readFileSync(path.join(repoRoot, 'CONTRIBUTING.md'), 'utf8');

test('the guide has a row with a description for each subject of checks', () => {
  const subjects = subjectsInUse(new Checkout(repoRoot));
  assert.ok(subjects.length > 40);
  for (const { subject, module, topic } of subjects)
    assert.match(
      guide,
      new RegExp(`^\\| \`${subject}\` \\| \\w.{10,} \\|.*\`${module}/${topic}\\.ts\` \\|$`, 'm'),
      subject,
    );
});

/** The subjects that a file imports and makes checks of or narrows. */
function subjectsIn(text: string): string[] {
  const taken = [...text.matchAll(/^import \{([^}]*)\} from '[^']*\/derive\/subjects\/[^']*';$/gmu)];
  const names = taken.flatMap(([, all = '']) => all.split(',').map((name) => name.trim()));
  return names.filter((name) => name !== '' && new RegExp(`= (?:checkOf|narrow)\\(\\s*${name}\\b`, 'u').test(text));
}

test('new checks can be scaffolded for every subject of each module', () => {
  const checkout = new Checkout(repoRoot);
  const folder = 'packages/engine/src/modules';
  for (const { id } of modules) {
    const wanted = new Set(checkout.list(`${folder}/${id}`).flatMap((file) => subjectsIn(checkout.read(file))));
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
