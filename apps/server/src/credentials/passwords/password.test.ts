import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { passwordCost } from '../../settings/identity.ts';
import { passwordProblem } from './rules.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { makeTurns } from './turns.ts';

test('a password is stored as argon2id with its cost and its own salt, and verifies', async () => {
  const [one, other] = await Promise.all([
    hashPassword('correct horse battery', passwordCost),
    hashPassword('correct horse battery', passwordCost),
  ]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
  assert.equal(await verifyPassword('correct horse battery', one, passwordCost), true);
  assert.equal(await verifyPassword('correct horse batterz', one, passwordCost), false);
});

test('a password verifies whether its letters are typed composed or decomposed', async () => {
  assert.equal(
    await verifyPassword(
      'caf\u00e9 caf\u00e9 caf\u00e9',
      await hashPassword('cafe\u0301 cafe\u0301 cafe\u0301', passwordCost),
      passwordCost,
    ),
    true,
  );
});

test('without an account verification fails after the same work', async () => {
  const stored = await hashPassword('correct horse battery', passwordCost);
  const work: string[] = [];
  const hook = createHook({ init: (_id, type) => void (/argon2/i.test(type) ? work.push(type) : 0) }).enable();
  assert.equal(await verifyPassword('whatever it may be', stored, passwordCost), false);
  const withAccount = work.length;
  assert.equal(await verifyPassword('whatever it may be', undefined, passwordCost), false);
  hook.disable();
  assert.equal(withAccount, 1);
  assert.equal(work.length, 2);
});

for (const [what, password, taken] of [
  ['eleven characters', 'elevenchars', false],
  ['twelve characters', 'twelve-chars', true],
  ['eleven characters of two code units each', '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔', false],
  ['256 characters', Array.from({ length: 64 }, (_, n) => String(1000 + n)).join(''), true],
  ['257 characters', `${Array.from({ length: 64 }, (_, n) => String(1000 + n)).join('')}x`, false],
  ['words with spaces', 'four words are enough', true],
  ['one letter over and over', 'aaaaaaaaaaaaaaaa', false],
  ['a piece over and over', 'abcabcabcabcabc', false],
  ['what everybody tries', 'Password1234', false],
  ['the e-mail address', 'Someone@example.com', false],
] as const) {
  test(`a password of ${what} is ${taken ? 'accepted' : 'refused'}`, () =>
    assert.equal(passwordProblem(password, 'someone@example.com') === null, taken));
}

test('turns are granted in order, and too many waiting callers are refused', async () => {
  const turns = makeTurns(1, 1);
  const first = await turns.take();
  const second = turns.take();
  assert.equal(await turns.take(), null);
  first?.();
  const given = await second;
  assert.ok(given);
  given();
  assert.ok(await turns.take());
});
