import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withArguments } from './arguments.ts';

test('--role on the command line overrides the environment', () => {
  const env = { PERIMETER_ROLE: 'all', PORT: '0' };
  assert.deepEqual(withArguments(['--role', 'worker'], env), { PERIMETER_ROLE: 'worker', PORT: '0' });
  assert.deepEqual(withArguments(['--role=api'], env), { PERIMETER_ROLE: 'api', PORT: '0' });
  assert.deepEqual(withArguments([], env), env);
});

test('unknown arguments are refused', () => {
  assert.equal(withArguments(['--rôle', 'worker'], {}), null);
  assert.equal(withArguments(['worker'], {}), null);
});
