import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudget, smtpLimits, standardLimits } from './budget.ts';
import { virtualClock } from '../deadline-virtual.ts';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A budget whose grants are collected in order. */
function harness(limits = standardLimits) {
  const clock = virtualClock();
  const budget = createBudget(limits, clock);
  const granted: (() => void)[] = [];
  const ask = (count: number, signal = never): void => {
    for (let i = 0; i < count; i += 1) void budget.acquire(signal).then((release) => release && granted.push(release));
  };
  return { clock, budget, granted, ask };
}

test('eight sockets may be open at once, and closing one admits the next', async () => {
  const { budget, granted, ask } = harness();
  ask(10);
  await settled();
  assert.equal(granted.length, 8);
  assert.deepEqual(budget.state(), { maxOpen: 8, open: 8, waiting: 2 });
  granted[0]?.();
  await settled();
  assert.equal(granted.length, 9);
});

test('releasing a slot twice counts once', async () => {
  const { budget, granted, ask } = harness();
  ask(1);
  await settled();
  granted[0]?.();
  granted[0]?.();
  assert.equal(budget.state().open, 0);
});

test('after a burst of 16 the rate is 25 a second', async () => {
  const { clock, granted, ask } = harness({ ...standardLimits, maxOpen: 1_000 });
  ask(100);
  await settled();
  assert.equal(granted.length, 16);
  clock.advance(39);
  await settled();
  assert.equal(granted.length, 16);
  clock.advance(1);
  await settled();
  assert.equal(granted.length, 17);
  clock.advance(1_000);
  await settled();
  assert.equal(granted.length, 42);
});

test('over ten seconds of demand, no more than burst plus rate are admitted', async () => {
  const { clock, granted, ask } = harness({ ...standardLimits, maxOpen: 1_000 });
  ask(400);
  for (let step = 0; step < 1_000; step += 1) clock.advance(10);
  await settled();
  assert.equal(granted.length, 16 + 250);
});

test('mail exchangers get two sockets and five a second', async () => {
  const { clock, granted, ask } = harness(smtpLimits);
  ask(20);
  await settled();
  assert.equal(granted.length, 2);
  for (let i = 0; i < 5; i += 1) {
    granted[i]?.();
    await settled();
  }
  assert.equal(granted.length, 5);
  clock.advance(200);
  await settled();
  assert.equal(granted.length, 6);
});

test('slowing down halves slots and rate, never below one', async () => {
  const { clock, budget, granted, ask } = harness();
  for (let i = 0; i < 10; i += 1) budget.slowDown();
  assert.equal(budget.state().maxOpen, 1);
  ask(3);
  await settled();
  assert.equal(granted.length, 1);
  granted[0]?.();
  await settled();
  assert.equal(granted.length, 1);
  clock.advance(1_000);
  await settled();
  assert.equal(granted.length, 2);
});

test('an aborted wait leaves the queue without delaying others', async () => {
  const { clock, budget, granted, ask } = harness({ maxOpen: 1, perSecond: 10, burst: 5 });
  const stop = new AbortController();
  ask(1);
  ask(1, stop.signal);
  ask(1);
  await settled();
  stop.abort();
  assert.equal(budget.state().waiting, 1);
  granted[0]?.();
  await settled();
  assert.equal(granted.length, 2);
  assert.equal(clock.pending, 0);
});

test('nothing is granted to a signal that is already aborted', async () => {
  const { budget } = harness();
  assert.equal(await budget.acquire(AbortSignal.abort()), null);
  assert.equal(budget.state().open, 0);
});

test('urgent requests come first, in their own order', async () => {
  const { budget, granted, ask } = harness({ ...standardLimits, maxOpen: 1 });
  ask(1);
  await settled();
  const order: string[] = [];
  const queue = (name: string, first: boolean): void =>
    void budget.acquire(never, { first }).then((release) => {
      order.push(name);
      release?.();
    });
  queue('tls', false);
  queue('document 1', true);
  queue('document 2', true);
  granted[0]?.();
  for (let i = 0; i < 5; i += 1) await settled();
  assert.deepEqual(order, ['document 1', 'document 2', 'tls']);
});

test('an idle slot does not count as open, and is reclaimed only when no other is free', async () => {
  const { budget, granted, ask } = harness({ ...standardLimits, maxOpen: 2 });
  ask(2);
  await settled();
  let closed = 0;
  budget.rest(() => {
    closed += 1;
    granted[0]?.();
  });
  assert.deepEqual(budget.state(), { maxOpen: 2, open: 1, waiting: 0 });
  assert.equal(closed, 0);
  ask(1);
  await settled();
  assert.equal(closed, 1);
  assert.equal(granted.length, 3);
  assert.deepEqual(budget.state(), { maxOpen: 2, open: 2, waiting: 0 });
});

test('three of eight slots may stay idle while others wait; the oldest beyond these are closed', async () => {
  const { budget, granted, ask } = harness(standardLimits);
  ask(8);
  await settled();
  const closed: number[] = [];
  for (const at of [0, 1, 2, 3]) {
    budget.rest(() => {
      closed.push(at);
      granted[at]?.();
    });
  }
  assert.deepEqual(budget.state(), { maxOpen: 8, open: 7, waiting: 0 });
  ask(4);
  await settled();
  assert.deepEqual(closed, [0]);
  assert.deepEqual(budget.state(), { maxOpen: 8, open: 8, waiting: 3 });
  // The slots in use are released for the others.
  granted[4]?.();
  granted[5]?.();
  await settled();
  assert.deepEqual(budget.state(), { maxOpen: 8, open: 8, waiting: 1 });
  assert.deepEqual(closed, [0]);
});

test('halving a budget closes surplus idle slots, even those that would otherwise stay', async () => {
  const { budget, granted, ask } = harness(standardLimits);
  ask(8);
  await settled();
  const closed: number[] = [];
  for (const at of [0, 1]) {
    budget.rest(() => {
      closed.push(at);
      granted[at]?.();
    });
  }
  budget.slowDown();
  await settled();
  assert.deepEqual(closed, [0, 1]);
});

test('an idle slot that is reused is not closed', async () => {
  const { budget, ask } = harness({ ...standardLimits, maxOpen: 1 });
  ask(1);
  await settled();
  const inUse = budget.rest(() => assert.fail('closed while in use'));
  inUse();
  ask(1);
  await settled();
  assert.deepEqual(budget.state(), { maxOpen: 1, open: 1, waiting: 1 });
});
