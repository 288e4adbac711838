// A million polls under a virtual clock over four counters on one database, held against what a window may say: node arrivals.ts [ARRIVALS]
import { randomFrom } from '@perimeter/protocols/testing/random';
import { listenForChanges } from '@perimeter/server/database/changes';
import { openDatabase } from '@perimeter/server/database/open';
import type { Counted } from '@perimeter/server/rate-limits/counters';
import { countPolls } from '@perimeter/server/rate-limits/polls/count-polls';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { markdownTable } from '../table.ts';

const [arrivals = 1_000_000] = process.argv.slice(2).map(Number);
const quota = 120;
const windowMs = 60_000;
const callers = 400;
const burst = 1_000;

// The same arrivals in every run.
const next = randomFrom(1);
const random = (below: number): number => Math.floor(next() * below);

let nowMs = 1_700_000_000_000;
const windows = new Map<string, { endsAtMs: number; used: number }>();

/** A model of fixed windows, independent of the counters. */
function expected(caller: string): Counted {
  const open = windows.get(caller);
  const window = open !== undefined && nowMs < open.endsAtMs ? open : { endsAtMs: nowMs + windowMs, used: 0 };
  windows.set(caller, window);
  window.used += 1;
  const remaining = Math.max(0, quota - window.used);
  return { allowed: window.used <= quota, quota, remaining, resetMs: window.endsAtMs - nowMs };
}

// A third of the callers use only one process, the others any; a few send most requests.
const processOf = (caller: number): number => (caller % 3 === 0 ? caller % 4 : random(4));
const callerOf = (): number => (random(2) === 0 ? random(20) : random(callers));

const database = await openDatabase({ kind: 'embedded', dataDir: await temporaryDirectory() }, () => undefined);
const counters = await Promise.all(
  Array.from({ length: 4 }, async () => {
    const changes = listenForChanges(database.connection, () => undefined);
    while (!changes.isListening()) await new Promise((resolve) => setTimeout(resolve, 5));
    const never = (): never => {
      throw new Error('Polls ask nobody else');
    };
    const others = Object.assign(never, { takeBack: never });
    return { changes, ...countPolls(others, { db: database.db, news: changes }, () => nowMs) };
  }),
);

const textOf = ({ allowed, remaining, resetMs }: Counted): string => `${allowed} ${remaining} ${resetMs}`;
let [admitted, tooMany, refusedDue, untrue] = [0, 0, 0, 0];
const startMs = performance.now();
for (let done = 0; done < arrivals; done += burst) {
  nowMs += random(10) === 0 ? random(windowMs) : random(200);
  const told = await Promise.all(
    Array.from({ length: Math.min(burst, arrivals - done) }, async () => {
      const caller = callerOf();
      const counted = await counters[processOf(caller)]?.count('status', quota, String(caller));
      if (counted === undefined) throw new Error('There are four counters');
      return { caller: String(caller), counted };
    }),
  );
  // The order of simultaneous requests is undefined: compare each caller's set of answers.
  for (const [caller, answers] of Map.groupBy(told, (answer) => answer.caller)) {
    const wanted = answers.map(() => expected(caller));
    const allowed = answers.filter(({ counted }) => counted.allowed).length;
    const due = wanted.filter((counted) => counted.allowed).length;
    admitted += allowed;
    tooMany += Math.max(0, allowed - due);
    refusedDue += Math.max(0, due - allowed);
    const said = answers.map(({ counted }) => textOf(counted)).toSorted();
    const truth = wanted.map(textOf).toSorted();
    untrue += said.filter((text, n) => text !== truth[n]).length;
  }
}
const seconds = (performance.now() - startMs) / 1_000;
for (const { close, changes } of counters) {
  await close();
  await changes.close();
}
await database.close();

console.log(
  `\n## ${arrivals} polls of ${callers} callers over four counters on one database, ${seconds.toFixed(0)} s\n`,
);
console.log(
  markdownTable(
    ['admitted', 'admitted beyond the limit', 'refused though due', 'headers untrue'],
    [[admitted, tooMany, refusedDue, untrue].map(String)],
  ),
);
process.exitCode = tooMany + refusedDue + untrue === 0 ? 0 : 1;
