import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AppError } from '../http/errors.ts';
import { openTestDatabase } from '../testing/database.ts';
import { makeThrottle, type Throttle } from './throttle.ts';

const database = await openTestDatabase();
after(database.close);

const isLimited = (error: unknown): boolean => error instanceof AppError && error.code === 'rate_limited';

/** How many of a number of simultaneous guesses are allowed. */
async function allowed(processes: readonly Throttle[], many: number, network: (n: number) => string, email: string) {
  const guesses = Array.from({ length: many }, async (_, n) =>
    processes[n % processes.length]?.guess({ network: network(n), device: null }, email).then(
      () => true,
      (error: unknown) => assert.ok(isLimited(error)),
    ),
  );
  return (await Promise.all(guesses)).filter((done) => done === true).length;
}

for (const [where, processes] of [
  ['in memory', [makeThrottle(null)]],
  ['in the database, over three processes', [1, 2, 3].map(() => makeThrottle(database.db))],
] as const) {
  test(`${where}: ten guesses per account and network, a hundred per account, fifty per network`, async () => {
    assert.equal(await allowed(processes, 30, () => '192.0.2.1', 'a@example.com'), 10);
    assert.equal(await allowed(processes, 120, (n) => `198.51.100.${n}`, 'b@example.com'), 100);
    const many = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => allowed(processes, 1, () => '203.0.113.1', `c${n}@example.com`)),
    );
    assert.equal(many.filter((one) => one === 1).length, 50);
  });

  test(`${where}: logins with the right password are never limited`, async () => {
    const [first] = processes;
    assert.ok(first);
    const guesser = { network: '192.0.2.9', device: null };
    for (let n = 0; n < 60; n += 1) {
      await first.guess(guesser, 'right@example.com');
      await first.guessedRight(guesser, 'right@example.com');
    }
  });

  test(`${where}: guesses by others leave a known device its own allowance, and it has only that one`, async () => {
    const [first] = processes;
    assert.ok(first);
    const email = 'locked@example.com';
    assert.equal(await allowed(processes, 120, (n) => `198.51.100.${n}`, email), 100);
    const device = { network: '198.51.100.1', device: 'a device' };
    for (let n = 0; n < 10; n += 1) await first.guess(device, email);
    await assert.rejects(first.guess(device, email), isLimited);
    await first.guess({ network: '198.51.100.1', device: 'another device' }, email);
    await assert.rejects(first.guess({ network: '203.0.113.77', device: null }, email), isLimited);
  });

  test(`${where}: three messages per address, counted separately`, async () => {
    const [first] = processes;
    assert.ok(first);
    const sent = [];
    for (let n = 0; n < 4; n += 1) sent.push(await first.mayWriteTo('mail@example.com'));
    assert.deepEqual(sent, [true, true, true, false]);
    assert.equal(await first.mayWriteTo('other@example.com'), true);
  });
}
