import { fc } from '@perimeter/protocols/testing/random';
import { dayMs } from '@perimeter/protocols/durations';
import { Kysely, PostgresDialect, sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { openPool } from '../database/pool.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import { openTestDatabase } from '../testing/database.ts';
import { type Counted, countInDatabase, countInMemory, type CountRequest } from './counters.ts';
import { limitHeaders } from '../plugins/rate-limit.ts';
import { windowSeconds } from './policies.data.ts';

const windowMs = windowSeconds * 1_000;
const quota = 10;

const database = await openTestDatabase();
// All limits are a day, so that a busy machine never makes a process count on its own.
const patient = { connectTimeoutMs: dayMs, statementTimeoutMs: dayMs, answerTimeoutMs: dayMs };
const pool = openPool(database.connection, () => undefined, patient);
const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
after(async () => db.destroy());
after(database.close);
const countTogether = (): CountRequest => countInDatabase(db, dayMs);

const callers = fc.constantFrom('a', 'b', 'c');
// Mostly a burst, sometimes a pause, and now and then the exact end of a window.
const pauseMs = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(windowMs - 1, windowMs, windowMs + 1) },
);
const traffic = fc.array(fc.record({ pauseMs, caller: callers, process: fc.nat({ max: 3 }) }), {
  maxLength: 120,
  size: 'max',
});

/** A model of fixed windows, independent of the limiter. */
function expectedWindows(): (caller: string) => Counted {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return (caller) => {
    const now = Date.now();
    const open = windows.get(caller);
    const window = open !== undefined && now < open.endsAt ? open : { endsAt: now + windowMs, used: 0 };
    windows.set(caller, window);
    window.used += 1;
    const remaining = Math.max(0, quota - window.used);
    return { allowed: window.used <= quota, quota, remaining, resetMs: window.endsAt - now };
  };
}

let run = 0;

async function assertTruth(
  processes: readonly CountRequest[],
  requests: readonly { pauseMs: number; caller: string; process: number }[],
) {
  const expected = expectedWindows();
  run += 1;
  for (const { pauseMs, caller, process } of requests) {
    mock.timers.tick(pauseMs);
    const count = processes[process % processes.length];
    assert.ok(count);
    assert.deepEqual(await count('start', quota, `${run}:${caller}`), expected(caller));
  }
}

test('in memory no window exceeds its quota, no allowed request is refused, and the reported remainder is right', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_700_000_000_000 });
  try {
    const count = countInMemory();
    await fc.assert(
      fc.asyncProperty(traffic, async (requests) => assertTruth([count], requests)),
      { numRuns: 200 },
    );
  } finally {
    mock.timers.reset();
  }
});

test('four processes on one database count as one', async () => {
  const processes = Array.from({ length: 4 }, countTogether);
  mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
  try {
    await fc.assert(
      fc.asyncProperty(traffic, async (requests) => assertTruth(processes, requests)),
      { numRuns: 25 },
    );
  } finally {
    mock.timers.reset();
  }
});

test('of 400 simultaneous requests over four processes exactly the quota is served, and later refusals write nothing', async () => {
  const processes = Array.from({ length: 4 }, countTogether);
  const all = await Promise.all(
    Array.from({ length: 400 }, async (_, n) => processes[n % 4]?.('status', 120, 'account:flood')),
  );
  assert.equal(all.filter((counted) => counted?.allowed === true).length, 120);
  const stored = async () =>
    (await sql<{ points: number }>`select points from rate_limits where key = 'status:account:flood'`.execute(db)).rows;
  const before = await stored();
  for (const count of processes) assert.equal((await count('status', 120, 'account:flood')).allowed, false);
  assert.deepEqual(await stored(), before);
});

test('callers are counted separately, and so are the policies of one caller', async () => {
  for (const count of [countInMemory(), countTogether()]) {
    for (let n = 0; n < 11; n += 1) await count('start', 10, 'network:192.0.2.1');
    assert.equal((await count('start', 10, 'network:192.0.2.1')).allowed, false);
    assert.equal((await count('start', 10, 'network:192.0.2.2')).remaining, 9);
    assert.equal((await count('report', 60, 'network:192.0.2.1')).remaining, 59);
  }
});

test('while the database is away each process counts on its own, and still enforces limits', async () => {
  const gone = await openTestDatabase();
  const count = countInDatabase(gone.db);
  await gone.close();
  const allowed = [];
  for (let n = 0; n < 12; n += 1) allowed.push((await count('start', 10, 'account:away')).allowed);
  assert.deepEqual(allowed, [...Array.from({ length: 10 }, () => true), false, false]);
});

test('the header fields conform to the draft, and never report a window as open too early', () => {
  assert.deepEqual(limitHeaders('start', { allowed: true, quota: 10, remaining: 9, resetMs: 41_001 }), {
    'ratelimit-policy': '"start";q=10;w=60',
    ratelimit: '"start";r=9;t=42',
  });
  assert.equal(
    limitHeaders('start', { allowed: false, quota: 10, remaining: 0, resetMs: 0 })['ratelimit'],
    '"start";r=0;t=1',
  );
});
