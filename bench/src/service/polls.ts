// Polls per second of GET /api/audit/{id}, with and without API keys, alternating with a plain Fastify hello world:
// node polls.ts [ROUNDS] [SECONDS]
import { startProcess, type ServiceProcess } from '@perimeter/server/testing/child';
import { startSystemPostgres, systemPostgresMissing } from '@perimeter/server/testing/processes/system-postgres';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import path from 'node:path';
import { markdownTable } from '../table.ts';
import { caller, startAudit } from './audits.ts';
import { cpuUsOf } from './cpu-time.ts';
import { medianOf } from './median.ts';
import { makeKeys } from './poll-keys.ts';
import { load, type Load } from './wrk.ts';

const [rounds = 9, seconds = 2] = process.argv.slice(2).map(Number);
const connections = 32;
const auditCount = 200;
const callerCount = 4_000;
const addresses = Array.from({ length: callerCount }, (_, n) => caller(n));

interface Candidate {
  name: string;
  process: ServiceProcess;
  paths: string[];
  headers: readonly Readonly<Record<string, string>>[];
  runs: (Load & { cpuUs: number })[];
}

async function measured({ process, paths, headers, runs }: Candidate): Promise<void> {
  // Warm up for a second after the others' turns.
  await load(process.url, { paths, headers }, connections, 1);
  const before = cpuUsOf(process);
  const run = await load(process.url, { paths, headers }, connections, seconds);
  runs.push({ ...run, cpuUs: (cpuUsOf(process) - before) / (run.perSecond * seconds) });
}

const serviceEnv = {
  PERIMETER_TRUST_PROXY: '1',
  PERIMETER_LOG_LEVEL: 'info',
  PERIMETER_RATE_LIMITS: 'on',
  TEST_PHASE_MS: '60000',
};

/** One service, polled alternately by anonymous callers and holders of keys. */
async function service(
  name: string,
  settings: Parameters<typeof makeKeys>[0],
  env: Readonly<Record<string, string>>,
): Promise<Candidate[]> {
  const keys = await makeKeys(settings, callerCount);
  const process = await startProcess({ ...serviceEnv, ...env });
  const starts = Array.from({ length: auditCount }, async (_, n) =>
    startAudit(process.url, `poll-${n}.net`, caller(n)),
  );
  const paths = (await Promise.all(starts)).map((id) => `/api/audit/${id}`);
  return [
    { name: `${name}, API keys`, process, paths, headers: keys, runs: [] },
    { name: `${name}, anonymous`, process, paths, headers: addresses, runs: [] },
  ];
}

async function hello(): Promise<Candidate> {
  const process = await startProcess({}, path.join(import.meta.dirname, 'hello.ts'));
  return { name: 'bare Fastify hello world', process, paths: ['/api/audit/x'], headers: addresses, runs: [] };
}

const system = systemPostgresMissing === false ? await startSystemPostgres() : null;
if (systemPostgresMissing !== false) console.log(`SKIPPED: server PostgreSQL: ${systemPostgresMissing}`);
const dataDir = await temporaryDirectory();
const candidates = [
  await hello(),
  ...(await service('embedded PostgreSQL', { kind: 'embedded', dataDir }, { PERIMETER_DATA_DIR: dataDir })),
  ...(system === null
    ? []
    : await service('server PostgreSQL', { kind: 'url', url: system.url }, { DATABASE_URL: system.url })),
];

// One round without counting: compiles code, and fills the caches of keys and windows.
for (const { process, paths, headers } of candidates) {
  for (let sent = 0; sent < 3 * callerCount;) {
    const { perSecond } = await load(process.url, { paths, headers }, connections, seconds);
    sent += perSecond * seconds;
  }
}
for (let round = 0; round < rounds; round += 1) {
  for (const candidate of candidates) await measured(candidate);
}
for (const process of new Set(candidates.map((candidate) => candidate.process))) await process.end('SIGTERM');
await system?.stop();

// Compare within a round, so that the machine's other load affects both.
const hellos = candidates[0]?.runs ?? [];
const ratioOf = (runs: readonly Load[]): number =>
  medianOf(
    runs.map((run, n) => run.perSecond / (hellos[n]?.perSecond ?? Number.NaN)),
    (ratio) => ratio,
  );
console.log(
  `\n## Polls: GET /api/audit/{id}, ${connections} connections, median of ${rounds} rounds of ${seconds} s\n`,
);
console.log(
  markdownTable(
    ['', 'a second', 'ratio to hello', 'p50 ms', 'p99 ms', 'CPU µs a request', 'refused', 'broken'],
    candidates.map(({ name, runs }) => {
      const perSecond = medianOf(runs, (run) => run.perSecond);
      const sum = (of: (run: Load) => number): string => String(runs.reduce((total, run) => total + of(run), 0));
      return [
        name,
        perSecond.toFixed(0),
        ratioOf(runs).toFixed(2),
        medianOf(runs, (run) => run.p50Ms).toFixed(1),
        medianOf(runs, (run) => run.p99Ms).toFixed(1),
        medianOf(runs, (run) => run.cpuUs).toFixed(0),
        sum((run) => run.refused),
        sum((run) => run.broken),
      ];
    }),
  ),
);
