import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withArguments } from './arguments.ts';

test('--role on the command line wins over the environment', () => {
  const env = { PERIMETER_ROLE: 'all', PORT: '0' };
  assert.deepEqual(withArguments(['--role', 'worker'], env), { PERIMETER_ROLE: 'worker', PORT: '0' });
  assert.deepEqual(withArguments(['--role=api'], env), { PERIMETER_ROLE: 'api', PORT: '0' });
  assert.deepEqual(withArguments([], env), env);
});

test('arguments that nobody understands are refused', () => {
  assert.equal(withArguments(['--rôle', 'worker'], {}), null);
  assert.equal(withArguments(['worker'], {}), null);
});
