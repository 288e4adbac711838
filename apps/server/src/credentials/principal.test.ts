import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountPrincipal, type Allowance, allowanceOf, type Principal, withoutLimit } from './principal.ts';

const account = (more: Partial<AccountPrincipal>): AccountPrincipal => ({
  kind: 'account',
  personId: null,
  role: null,
  accountId: 'a',
  isAdmin: false,
  ofAdmin: false,
  lacksFactor: false,
  plan: 'free',
  isConfirmed: true,
  isLeaving: false,
  via: 'key',
  credentialId: 'c',
  scopes: [],
  ...more,
});

const rows: readonly [of: string, Principal, adminCredits: number | null, Omit<Allowance, 'owner'>][] = [
  ['a network', { kind: 'anonymous', network: '192.0.2.1' }, null, { credits: 30, keysOnly: false }],
  ['a key', account({}), null, { credits: 50, keysOnly: false }],
  ['a session', account({ via: 'session' }), 7, { credits: 50, keysOnly: false }],
  ["an administrator's key", account({ ofAdmin: true }), null, { credits: 50, keysOnly: true }],
  [
    "an administrator's key of plan pro",
    account({ ofAdmin: true, plan: 'pro' }),
    null,
    { credits: 1000, keysOnly: true },
  ],
  [
    "an administrator's session",
    account({ ofAdmin: true, via: 'session' }),
    null,
    { credits: withoutLimit, keysOnly: false },
  ],
  ["an administrator's key where the operator sets 7", account({ ofAdmin: true }), 7, { credits: 7, keysOnly: false }],
  [
    "an administrator's session where the operator sets 0",
    account({ ofAdmin: true, via: 'session' }),
    0,
    { credits: 0, keysOnly: false },
  ],
];

test('the monthly allowance of each kind of caller', async (t) => {
  for (const [of, principal, adminCredits, expected] of rows)
    await t.test(of, () => {
      const { credits, keysOnly } = allowanceOf(principal, { anonymousCredits: 30, adminCredits });
      assert.deepEqual({ credits, keysOnly }, expected);
    });
});
