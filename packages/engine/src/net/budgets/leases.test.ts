import assert from 'node:assert/strict';
import { test } from 'node:test';
import { virtualClock } from '../deadline-virtual.ts';
import { smtpLimits, standardLimits, sweepLimits, requestLimits, type BudgetLimits } from './budget.ts';
import { datagramLimits } from '../datagram.ts';
import { createLeases, leaseMs, type RenewLeases } from './leases.ts';
import { grantLease, type LeaseRow } from './ledger.ts';
import { createSharedBudgets } from './shared-budgets.ts';

const never = new AbortController().signal;
const address = '203.0.113.7';
const stepMs = 10;

/** Processes that share a ledger in memory, with connections that stay open for some time. */
function world(limits: BudgetLimits = standardLimits) {
  const clock = virtualClock();
  let rows: LeaseRow[] = [];
  let statements = 0;
  const away = new Set<string>();
  const renewFor =
    (holder: string): RenewLeases =>
    async (requests, released) => {
      if (away.has(holder)) throw new Error('The ledger is away');
      statements += 1;
      rows = rows.filter((row) => row.untilMs > clock.nowMs());
      rows = rows.filter((row) => row.holder !== holder || !released.includes(row.address));
      return requests.map((request) => {
        const here = rows.filter((row) => row.address === request.address);
        const { row, grant } = grantLease(here, holder, request, clock.nowMs());
        rows = [...rows.filter((one) => one.holder !== holder || one.address !== row.address), row];
        return grant;
      });
    };
  const openAt: number[] = [];
  let open = 0;
  let most = 0;
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  const advance = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += stepMs) {
      clock.advance(stepMs);
      await settled();
    }
  };
  const process = (name: string) => {
    const leases = createLeases(renewFor(name), () => {}, clock);
    const shared = createSharedBudgets(leases, clock);
    let came = 0;
    const connect = async (holdMs: number): Promise<void> => {
      const release = await shared.of(address, 'port 443', limits).acquire(never);
      came += 1;
      openAt.push(clock.nowMs());
      open += 1;
      most = Math.max(most, open);
      clock.schedule(holdMs, () => {
        open -= 1;
        release?.();
      });
    };
    return {
      /** Opens this many connections. */
      want: (count: number, holdMs: number): void => {
        for (let i = 0; i < count; i += 1) void connect(holdMs);
      },
      stop: leases.stop,
      get came() {
        return came;
      },
    };
  };
  /** Whether the opened connections ever exceeded the budget of one audit, burst plus rate; times are accurate to one step. */
  const isWithin = (): boolean =>
    openAt.every((fromMs, first) =>
      openAt.every(
        (toMs, last) =>
          last < first || last - first + 1 <= limits.burst + ((toMs - fromMs + stepMs) / 1_000) * limits.perSecond,
      ),
    );
  return {
    advance,
    process,
    away,
    isWithin,
    get most() {
      return most;
    },
    get statements() {
      return statements;
    },
  };
}

test('a single process has the whole budget at once, for two statements a second', async () => {
  const here = world();
  const one = here.process('one');
  one.want(8, 100);
  await here.advance(10);
  assert.equal(one.came, 8, 'after one answer of the ledger');
  one.want(400, 100);
  await here.advance(10_000);
  assert.ok(one.came >= 16 + 250 - 10, String(one.came));
  assert.ok(here.statements <= 22, String(here.statements));
});

for (const [name, limits] of Object.entries({ standardLimits, smtpLimits, datagramLimits, deep: sweepLimits.deep })) {
  test(`two and five processes together never exceed the budget of one audit (${name})`, async () => {
    for (const count of [2, 5]) {
      const here = world(limits);
      const all = Array.from({ length: count }, (_, at) => here.process(`p${at}`));
      for (const [at, one] of all.entries()) {
        one.want(40, 150 + at * 40);
        await here.advance(120);
      }
      await here.advance(5_000);
      for (const one of all) one.want(60, 90);
      await here.advance(15_000);
      assert.equal(here.most <= limits.maxOpen, true, `${here.most} of ${limits.maxOpen}`);
      assert.ok(here.isWithin(), 'rate');
      assert.ok(
        all.every(({ came }) => came > 3),
        all.map(({ came }) => came).join(' '),
      );
    }
  });
}

test('the parts of a dead process are free after its leases expire, and not before', async () => {
  const here = world();
  const dead = here.process('dead');
  dead.want(8, 60_000);
  await here.advance(50);
  dead.stop();
  const other = here.process('other');
  other.want(4, 100);
  await here.advance(leaseMs - 200);
  assert.equal(other.came, 0);
  await here.advance(1_000);
  assert.equal(other.came, 4);
});

test('a process that cannot renew a lease opens nothing after it expires, and continues when the ledger is back', async () => {
  const here = world();
  const one = here.process('one');
  one.want(1, 10);
  await here.advance(50);
  here.away.add('one');
  await here.advance(leaseMs);
  one.want(5, 10);
  await here.advance(3_000);
  assert.equal(one.came, 1);
  here.away.delete('one');
  await here.advance(1_000);
  assert.equal(one.came, 6);
});

test('a waiting process gets its part within a second after the holder closed its surplus connections', async () => {
  const here = world();
  const [one, two] = [here.process('one'), here.process('two')];
  one.want(100, 200);
  await here.advance(1_000);
  two.want(1, 10);
  await here.advance(1_500);
  assert.equal(two.came, 1);
});

test('every limit can be divided by two', () => {
  const all: BudgetLimits[] = [
    standardLimits,
    smtpLimits,
    requestLimits,
    datagramLimits,
    sweepLimits.standard,
    sweepLimits.deep,
  ];
  for (const { maxOpen, burst } of all) assert.ok(maxOpen >= 2 && burst >= 2);
});
