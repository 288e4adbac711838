import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standardLimits } from './budget.ts';
import { virtualClock } from '../deadline-virtual.ts';
import { createDialer, type Dialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { startRaw } from '../../tls/testing/servers.ts';
import { createSharedBudgets, partOf } from './shared-budgets.ts';

const guard = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });
const never = new AbortController().signal;

test('processes divide twice the budget of one audit, and each may do something', () => {
  assert.deepEqual(partOf(standardLimits, 1), { maxOpen: 16, perSecond: 50, burst: 32 });
  assert.deepEqual(partOf(standardLimits, 2), standardLimits);
  assert.deepEqual(partOf(standardLimits, 1_000), { maxOpen: 1, perSecond: 1, burst: 1 });
});

/** Audits that each want so many connections to one place at once; the most that were open together, and how many came in all. */
async function connectFrom(processes: readonly (() => number)[], audits: number, each: number) {
  let open = 0;
  let most = 0;
  const { port, close } = await startRaw((socket) => void socket.on('error', () => {}));
  const dialers = processes.flatMap((count): Dialer[] => {
    const shared = createSharedBudgets(count);
    return Array.from({ length: audits }, () =>
      createDialer({
        guard,
        dialMap: new Map(),
        signal: never,
        shared,
        limits: { ...standardLimits, perSecond: 1_000 },
      }),
    );
  });
  let came = 0;
  const use = async (dialer: Dialer): Promise<void> => {
    const dialed = await dialer.connect(
      { address: '127.0.0.1', port, host: undefined },
      { signal: never, timeoutMs: 60_000 },
    );
    assert.ok(dialed.ok);
    came += 1;
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 60));
    open -= 1;
    dialed.socket.destroy();
  };
  await Promise.all(dialers.flatMap((dialer) => Array.from({ length: each }, () => use(dialer))));
  close();
  return { most, came };
}

test('one audit alone has its own budget, five at one address twice that together, and so have those of two processes', async () => {
  const one = () => 1;
  const two = () => 2;
  assert.deepEqual(await connectFrom([one], 1, 20), { most: 8, came: 20 });
  const five = await connectFrom([one], 5, 20);
  assert.equal(five.came, 100);
  assert.ok(five.most > 8 && five.most <= 16, String(five.most));
  const apart = await connectFrom([two, two], 3, 20);
  assert.equal(apart.came, 120);
  assert.ok(apart.most > 8 && apart.most <= 16, String(apart.most));
});

test('a wait for the shared budget ends with its signal, and gives back what it held', async () => {
  const clock = virtualClock();
  const shared = createSharedBudgets(() => 1, clock);
  const limits = { maxOpen: 1, perSecond: 1, burst: 1 };
  const budget = shared.of('place', limits);
  const held = [await budget.acquire(never), await budget.acquire(never)];
  assert.ok(held.every((release) => release !== null));
  const ending = new AbortController();
  const waiting = budget.acquire(ending.signal);
  ending.abort();
  assert.equal(await waiting, null);
  assert.equal(shared.of('place', limits), budget, 'what is in use stays');
});
