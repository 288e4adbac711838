import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { outdatedService } from './outdated-service.ts';

test('a version is judged by its maker, a package by its distribution', () => {
  assert.deepEqual(outdatedService('MySQL', '5.7.44'), { name: 'MySQL', since: '2023-10-31', by: null });
  assert.equal(outdatedService('MySQL', '8.0.36'), null);
  assert.equal(outdatedService('MariaDB', '10.11.6-MariaDB-0+deb12u1'), null);
  // An old version that a supported distribution still patches.
  assert.equal(outdatedService('MariaDB', '10.5.23-MariaDB-0+deb11u1'), null);
  assert.equal(outdatedService('MySQL', '5.7.33-0ubuntu0.16.04.1')?.by, 'end of Ubuntu 16.04');
  assert.equal(outdatedService('PostgreSQL', '9.6', 'Debian 9.6.24-0+deb9u1')?.by, 'end of Debian 9');
  assert.equal(outdatedService('unheard-of', '0.1'), null);
  assert.equal(outdatedService('MySQL', 'five'), null);
});

test('whatever a service says of itself, the answer comes at once', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ maxLength: 2_000 }), (product, version, greeting) => {
      const outdated = outdatedService(product, version, greeting);
      assert.ok(outdated === null || /^\d{4}-/.test(outdated.since));
    }),
  );
});
