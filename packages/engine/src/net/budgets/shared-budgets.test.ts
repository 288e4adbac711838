import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestLimits, standardLimits } from './budget.ts';
import { virtualClock } from '../deadline-virtual.ts';
import { createDialer, type Dialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { startRaw } from '../../tls/testing/servers.ts';
import { createSharedBudgets, partOf } from './shared-budgets.ts';

const guard = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });
const never = new AbortController().signal;

test('one part of a budget is half of it, two parts are all of it', () => {
  assert.deepEqual(partOf(standardLimits, 2), standardLimits);
  assert.deepEqual(partOf(standardLimits, 1), { maxOpen: 4, perSecond: 12.5, burst: 8 });
  assert.deepEqual(partOf(requestLimits, 1), { ...requestLimits, perSecond: 16, burst: 16 });
  assert.deepEqual(partOf(requestLimits, 0), { maxOpen: 0, perSecond: 0, burst: 0 });
});

/** Audits that each open this many connections to one place at once; the maximum open at a time, and the total. */
async function connectFrom(audits: number, each: number) {
  let open = 0;
  let most = 0;
  // The maximum is open at the same time: none is closed earlier.
  const full = Promise.withResolvers<void>();
  const { port, close } = await startRaw((socket) => void socket.on('error', () => {}));
  const shared = createSharedBudgets();
  const limits = { ...standardLimits, perSecond: 1_000 };
  const dialers = Array.from({ length: audits }, (): Dialer =>
    createDialer({ guard, dialMap: new Map(), signal: never, shared, limits }),
  );
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
    if (open === standardLimits.maxOpen) full.resolve();
    await full.promise;
    await new Promise((resolve) => setTimeout(resolve, 60));
    open -= 1;
    dialed.socket.destroy();
  };
  await Promise.all(dialers.flatMap((dialer) => Array.from({ length: each }, () => use(dialer))));
  close();
  return { most, came };
}

test('twelve audits at one place together have the budget of one audit', async () => {
  assert.deepEqual(await connectFrom(1, 20), { most: 8, came: 20 });
  assert.deepEqual(await connectFrom(12, 10), { most: 8, came: 120 });
});

test('spellings of one address share a budget, and each use of it has a separate one', () => {
  const shared = createSharedBudgets();
  const of = (address: string, use = 'port 443') => shared.of(address, use, standardLimits);
  assert.equal(of('2001:db8::1'), of('2001:0DB8:0:0::1'));
  assert.notEqual(of('2001:db8::1'), of('2001:db8::1', 'port 80'));
  assert.notEqual(of('2001:db8::1'), of('2001:db8::2'));
});

for (const [first, scanMode, most] of [
  ['standard', 'standard', 16],
  ['deep', 'standard', 100],
] as const) {
  test(`sweeps of a ${first} and a ${scanMode} audit together have at most ${most} ports of an address open`, async () => {
    const { port, close } = await startRaw((socket) => void socket.on('error', () => {}));
    const shared = createSharedBudgets();
    const stop = new AbortController();
    const lab = createGuard({ allowNetworks: ['203.0.113.0/24'], ownAddresses: [] });
    const dialMap = new Map([['*', `127.0.0.1:${port}`]]);
    let open = 0;
    const isOpen = Promise.withResolvers<void>();
    for (const mode of [first, scanMode]) {
      const dialer = createDialer({ guard: lab, dialMap, signal: stop.signal, shared, scanMode: mode });
      for (let at = 0; at < 120; at += 1)
        void dialer
          .connect(
            { address: '203.0.113.7', port: 1_000 + at, host: undefined },
            { signal: stop.signal, timeoutMs: 60_000, sweep: true },
          )
          .then(({ ok }) => {
            open += ok ? 1 : 0;
            if (open === most) isOpen.resolve();
          });
    }
    await isOpen.promise;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(open, most);
    stop.abort();
    close();
  });
}

test('an aborted wait for the shared budget releases what it held', async () => {
  const clock = virtualClock();
  const shared = createSharedBudgets(undefined, clock);
  const limits = { maxOpen: 1, perSecond: 1, burst: 1 };
  const budget = shared.of('203.0.113.7', 'port 443', limits);
  assert.notEqual(await budget.acquire(never), null);
  const ending = new AbortController();
  const waiting = budget.acquire(ending.signal);
  ending.abort();
  assert.equal(await waiting, null);
  assert.equal(shared.of('203.0.113.7', 'port 443', limits), budget, 'what is in use stays');
});
