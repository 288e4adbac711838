import { fc } from '@perimeter/protocols/testing/random';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { listenForChanges } from '../../database/changes.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { pollWindows } from '../../repositories/limits/poll-windows.ts';
import { type Counted, countInMemory, type CountRequest } from '../counters.ts';
import { countPolls, type PollCounting } from './count-polls.ts';
import type { SharedWindows } from './shared.ts';
import { windowSeconds } from '../policies.data.ts';

const windowMs = windowSeconds * 1_000;
const quota = 120;

const database = await openTestDatabase();
const { db } = database;
const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
  await database.close();
});

const nobody = async (): Promise<never> => {
  throw new Error('Polls ask nobody else');
};
const never: CountRequest = Object.assign(nobody, { takeBack: nobody });

const deaf = { hear: () => undefined };

/** A process as far as polls are concerned: its own listening connection and its own memory. */
async function process(
  options: { clock?: () => number } & Pick<SharedWindows, 'recallMs'> = {},
): Promise<PollCounting> {
  const changes = listenForChanges(database.connection, () => undefined);
  while (!changes.isListening()) await new Promise((resolve) => setTimeout(resolve, 5));
  const polls = countPolls(never, { db, news: changes, ...options }, options.clock);
  ends.push(async () => {
    await polls.close();
    await changes.close();
  });
  return polls;
}

const poll = async (polls: PollCounting | undefined, caller: string): Promise<Counted> => {
  assert.ok(polls);
  return polls.count('status', quota, caller);
};

/** A model of fixed windows, independent of the limiter. */
function expectedWindows(clock: () => number): (caller: string) => Counted {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return (caller) => {
    const now = clock();
    const open = windows.get(caller);
    const window = open !== undefined && now < open.endsAt ? open : { endsAt: now + windowMs, used: 0 };
    windows.set(caller, window);
    window.used += 1;
    const remaining = Math.max(0, quota - window.used);
    return { allowed: window.used <= quota, quota, remaining, resetMs: window.endsAt - now };
  };
}

let now = 1_700_000_000_000;
const clock = (): number => now;
const processes = await Promise.all(Array.from({ length: 4 }, async () => process({ clock })));

// Many at once, mostly within a window, now and then at its exact end.
const pauseMs = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(windowMs - 1, windowMs, windowMs + 1) },
);
const burst = fc.array(fc.record({ caller: fc.constantFrom('a', 'b', 'c'), process: fc.nat({ max: 3 }) }), {
  minLength: 1,
  maxLength: 90,
  size: 'max',
});
const traffic = fc.array(fc.record({ pauseMs, burst }), { maxLength: 12, size: 'max' });

const byRemaining = (a: Counted, b: Counted): number =>
  b.remaining - a.remaining || Number(b.allowed) - Number(a.allowed);
let run = 0;

test('four processes admit exactly the quota of each window, refuse no allowed request, and report the right remainder', async () => {
  await fc.assert(
    fc.asyncProperty(traffic, async (instants) => {
      const expected = expectedWindows(clock);
      run += 1;
      for (const { pauseMs: pause, burst: requests } of instants) {
        now += pause;
        const all = await Promise.all(
          requests.map(async ({ caller, process: n }) => ({
            caller,
            told: await poll(processes[n], `${run}:${caller}`),
          })),
        );
        // The order of simultaneous requests is not defined; compare the set of their answers.
        for (const caller of ['a', 'b', 'c']) {
          const told = all.filter((answer) => answer.caller === caller).map((answer) => answer.told);
          assert.deepEqual(
            told.toSorted(byRemaining),
            told.map(() => expected(caller)),
          );
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('polls sent in turn to several processes each have one fewer remaining', async () => {
  now += windowMs;
  for (let n = 1; n <= quota + 8; n += 1) {
    const { allowed, remaining } = await poll(processes[n % 4], 'in turns');
    assert.deepEqual([allowed, remaining], [n <= quota, Math.max(0, quota - n)]);
  }
});

test('a caller of a single process costs one statement per eighth of the quota, not one per poll', async () => {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const changes = listenForChanges(database.connection, () => undefined);
  const polls = countPolls(never, { db: counting, news: changes });
  ends.push(async () => {
    await polls.close();
    await changes.close();
  });
  for (let n = 1; n <= quota; n += 1) assert.equal((await poll(polls, 'alone')).remaining, quota - n);
  for (let n = 0; n < 200; n += 1) assert.equal((await poll(polls, 'alone')).allowed, false);
  assert.ok(statements >= 2 && statements <= 10, `${statements} statements`);
});

test('a holder that dies wastes at most its reservation, and the quota is never exceeded', async () => {
  const changes = listenForChanges(database.connection, () => undefined);
  // It receives no notifications, so the others consider it dead.
  const dead = countPolls(never, { db, news: deaf });
  ends.push(async () => {
    await dead.close();
    await changes.close();
  });
  for (let n = 0; n < 50; n += 1) await poll(dead, 'orphan');
  const heir = await process({ recallMs: 20 });
  let admitted = 0;
  while ((await poll(heir, 'orphan')).allowed) admitted += 1;
  assert.ok(admitted <= quota - 50, `${admitted} after 50`);
  assert.ok(admitted >= quota - 50 - 2 * (quota / 8), `${admitted} after 50`);
});

test('a slow holder uses part of its reservation and returns the rest, and together the processes admit the quota', async () => {
  const slow = countPolls(never, { db, news: deaf });
  ends.push(slow.close);
  const quick = await process({ recallMs: 20 });
  for (let n = 0; n < 50; n += 1) assert.ok((await poll(slow, 'slow')).allowed);
  let admitted = 50;
  while ((await poll(quick, 'slow')).allowed) admitted += 1;
  while ((await poll(slow, 'slow')).allowed) admitted += 1;
  while ((await poll(quick, 'slow')).allowed) admitted += 1;
  assert.equal(admitted, quota);
});

test('a stopping process returns its reservation', async () => {
  const leaving = await process();
  const staying = await process();
  for (let n = 0; n < 10; n += 1) await poll(leaving, 'handed over');
  await leaving.close();
  assert.equal((await poll(staying, 'handed over')).remaining, quota - 11);
});

test('while the database is away each process counts on its own, and still enforces limits', async () => {
  const gone = await openTestDatabase();
  const polls = countPolls(never, { db: gone.db, news: deaf });
  assert.equal((await poll(polls, 'away')).remaining, quota - 1);
  await gone.close();
  let admitted = 1;
  while ((await poll(polls, 'away')).allowed) admitted += 1;
  assert.equal(admitted, quota);
  assert.equal((await poll(polls, 'new meanwhile')).remaining, quota - 1);
  await polls.close();
});

test('windows that ended some time ago are removed, open ones stay', async () => {
  const polls = countPolls(never, { db, news: deaf });
  ends.push(polls.close);
  await poll(polls, 'open');
  await poll(polls, 'over');
  await sql`update poll_windows set ends_at = ends_at - 180000 where key = 'over'`.execute(db);
  await pollWindows(db, { processId: randomUUID(), windowMs }).purge();
  const { rows } = await sql<{ key: string }>`select key from poll_windows where key in ('open', 'over')`.execute(db);
  assert.deepEqual(rows, [{ key: 'open' }]);
});

test('a single process counts the same in its memory', () => {
  const { count } = countPolls(never, null, clock);
  const expected = expectedWindows(clock);
  fc.assert(
    fc.property(traffic, (instants) => {
      for (const { pauseMs: pause, burst: requests } of instants) {
        now += pause;
        for (const { caller } of requests) assert.deepEqual(count('status', quota, caller), expected(caller));
      }
    }),
    { numRuns: 100 },
  );
});

test('other policies are counted per request', async () => {
  const polls = countPolls(countInMemory(), { db, news: deaf });
  ends.push(polls.close);
  await polls.count('start', 10, 'exact');
  assert.equal((await polls.count('start', 10, 'exact')).remaining, 8);
});
