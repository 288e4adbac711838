import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { modules } from '@perimeter/engine/modules/registry';
import { Checkout } from './scaffold/checkout.ts';
import { subjectsOf } from './scaffold/subjects.ts';
import { scaffold } from './scaffold.ts';
import { copyHouse, type HouseCopy } from './testing/house-copy.ts';

const MODULES = 'packages/engine/src/modules';

let house: HouseCopy;
before(() => {
  house = copyHouse();
});
after(() => house.remove());

const kebab = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

// A test run inside a test run does nothing unless it does not know of it.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

for (const { id } of modules.filter(({ checks }) => checks.length > 0)) {
  test(`untouched checks of every subject pass the tests of ${id}`, () => {
    const subjects = subjectsOf(new Checkout(house.root), MODULES, id);
    assert.ok(subjects.length > 0);
    for (const { subject } of subjects) {
      const name = kebab(subject);
      scaffold(house.root, [
        'check',
        id,
        `planted/${name}-topic`,
        `planted-${name}-${id.replaceAll('_', '-')}`,
        subject,
      ]);
    }
    const tests = [`${MODULES}/${id}/*.test.ts`, `${MODULES}/${id}/planted/*.test.ts`];
    const run = spawnSync(process.execPath, ['--test', ...tests], { cwd: house.root, env, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stdout.slice(-8_000) + run.stderr);
    assert.match(run.stdout, new RegExp(`planted-${kebab(subjects[0]?.subject ?? '')}`, 'u'));
  });
}

test('the registry demands nothing more of them', () => {
  const args = ['--test', '--test-name-pattern=planted', `${MODULES}/registry.test.ts`];
  const { stdout } = spawnSync(process.execPath, args, { cwd: house.root, env, encoding: 'utf8' });
  assert.match(stdout, /planted-each-leaf-certificates has a row for each kind of outcome/u);
  assert.doesNotMatch(stdout, /✖ planted/u);
});
