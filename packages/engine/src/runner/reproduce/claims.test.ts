import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage } from '@perimeter/lab/hosts/coverage.data';
import { modules } from '../../modules/registry.ts';
import { allClaims } from './claims/all.ts';

const hosts = new Map(Object.values(coverage).flatMap((module) => Object.entries(module)));
const ids = new Set(modules.flatMap(({ checks }) => checks.map(({ id }) => id)));

const claims = allClaims.flatMap((module) => Object.entries(module.claims));
const unrunnable = allClaims.flatMap(({ cannotBeRun }) => Object.entries(cannotBeRun));

/** The list must not grow: commands of new checks must run. */
const mostUnrunnable = 1;

test('every check has hosts of the lab that fail and pass it', () => {
  assert.deepEqual(
    [...ids].filter((id) => !hosts.has(id)),
    [],
    'Give each of them a row in the table of its module in lab/src/hosts/coverage/',
  );
});

test('every row of the claims is a check, and no check has two', () => {
  const rows = [...claims.map(([id]) => id), ...unrunnable.map(([id]) => id)];
  assert.deepEqual(
    rows.filter((id) => !ids.has(id)),
    [],
  );
  assert.equal(new Set(rows).size, rows.length);
});

test('the list of commands that are not run only shrinks, and has reasons', () => {
  assert.ok(unrunnable.length <= mostUnrunnable, `${unrunnable.length} cannot be run`);
  for (const [id, reason] of unrunnable) assert.ok(reason.length > 20, id);
});

const everywhere = [
  ...claims,
  ...allClaims.flatMap(({ alsoOn = [] }) => alsoOn.map((claim) => [claim.id, claim] as const)),
];

for (const [id, { on, notOn }] of everywhere) {
  test(`${id} is claimed for ${on}, a host that fails it, and not for one that passes`, () => {
    const { fails, passes } = hosts.get(id) ?? assert.fail('The lab has no hosts for it');
    assert.ok(fails.includes(on), on);
    assert.ok(notOn === null ? passes.length === 0 : passes.includes(notOn), String(notOn));
  });
}
