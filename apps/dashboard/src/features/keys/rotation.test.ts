import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from '@perimeter/contract/account/key';
import { rotationsOf } from './rotation.ts';

const key = (id: string, more: Partial<ApiKey>): ApiKey => ({
  id,
  name: 'ci',
  prefix: 'psa_live_',
  lastFour: 'abcd',
  scopes: ['audit:read'],
  status: 'active',
  createdAt: 0,
  expiresAt: null,
  lastUsedAt: null,
  replacedBy: null,
  ...more,
});

const safe = (next: number | null, old: number | null): boolean | undefined =>
  rotationsOf([
    key('new', { lastUsedAt: next }),
    key('old', { status: 'replaced', replacedBy: 'new', lastUsedAt: old }),
  ])[0]?.isSafe;

test('the old key can go once the new one was used after it for the last time', () => {
  assert.equal(safe(null, null), false);
  assert.equal(safe(null, 5), false);
  assert.equal(safe(4, 5), false);
  assert.equal(safe(6, 5), true);
  assert.equal(safe(6, null), true);
});

test('a key whose successor is not listed is no rotation', () => {
  assert.deepEqual(rotationsOf([key('old', { status: 'replaced', replacedBy: 'gone' })]), []);
});
