// Audits started per second, each durable with its charge and job before the answer: node starts.ts [ROUNDS] [SECONDS]
import { startProcess } from '@perimeter/server/testing/child';
import { startSystemPostgres, systemPostgresMissing } from '@perimeter/server/testing/processes/system-postgres';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { markdownTable } from '../table.ts';
import { caller, startAudit } from './audits.ts';
import { medianOf } from './median.ts';

const [rounds = 3, seconds = 4] = process.argv.slice(2).map(Number);
const connections = 16;
const env = { PERIMETER_TRUST_PROXY: '1', PERIMETER_RATE_LIMITS: 'on', TEST_PHASE_MS: '60000' };

interface Round {
  perSecond: number;
  p99Ms: number;
}

let started = 0;

async function round(url: string): Promise<Round> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  const connection = async (): Promise<void> => {
    for (let now = performance.now(); now < endMs; now = performance.now()) {
      started += 1;
      // Separate addresses and domains, so that nothing is shared and no limit reached.
      await startAudit(url, `start-${started}.net`, caller(started));
      times.push(performance.now() - now);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const sorted = times.toSorted((a, b) => a - b);
  return { perSecond: times.length / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

const system = systemPostgresMissing === false ? await startSystemPostgres() : null;
if (systemPostgresMissing !== false) console.log(`SKIPPED: server PostgreSQL: ${systemPostgresMissing}`);
const embedded = {
  name: 'embedded PostgreSQL',
  process: await startProcess({ ...env, PERIMETER_DATA_DIR: await temporaryDirectory() }),
};
const server =
  system === null
    ? []
    : [{ name: 'server PostgreSQL', process: await startProcess({ ...env, DATABASE_URL: system.url }) }];
const candidates = [embedded, ...server].map((candidate) => ({ ...candidate, runs: new Array<Round>() }));
for (let n = 0; n < rounds; n += 1) for (const { process, runs } of candidates) runs.push(await round(process.url));
for (const { process } of candidates) await process.end('SIGTERM');
await system?.stop();

console.log(
  `\n## Starts: POST /api/audit/start, ${connections} at a time, median of ${rounds} rounds of ${seconds} s\n`,
);
console.log(
  markdownTable(
    ['', 'a second', 'p99 ms'],
    candidates.map(({ name, runs }) => [
      name,
      medianOf(runs, ({ perSecond }) => perSecond).toFixed(0),
      medianOf(runs, ({ p99Ms }) => p99Ms).toFixed(0),
    ]),
  ),
);
