// Polls a second of GET /api/audit/{id} beside a bare Fastify hello world, in turns: node polls.ts [ROUNDS] [SECONDS]
import { startProcess, type ServiceProcess } from '@perimeter/server/testing/child';
import { startSystemPostgres, systemPostgresMissing } from '@perimeter/server/testing/system-postgres';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../table.ts';
import { caller, startAudit } from './audits.ts';
import { medianOf } from './median.ts';
import { load, type Load } from './wrk.ts';

const [rounds = 9, seconds = 2] = process.argv.slice(2).map(Number);
const connections = 32;
const auditCount = 200;
const callerCount = 10_000;

interface Candidate {
  name: string;
  process: ServiceProcess;
  paths: string[];
  runs: (Load & { cpuUs: number })[];
}

/** CPU time that a process has used, in microseconds (proc(5): fields 14 and 15 of stat, in ticks of 10 ms). */
function cpuUsOf({ child }: ServiceProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function measured({ process, paths, runs }: Candidate): Promise<void> {
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

async function service(name: string, env: Readonly<Record<string, string>>): Promise<Candidate> {
  const process = await startProcess({ ...serviceEnv, ...env });
  const starts = Array.from({ length: auditCount }, async (_, n) =>
    startAudit(process.url, `poll-${n}.net`, caller(n)),
  );
  const paths = (await Promise.all(starts)).map((id) => `/api/audit/${id}`);
  return { name, process, paths, runs: [] };
}

async function hello(): Promise<Candidate> {
  const process = await startProcess({}, path.join(import.meta.dirname, 'hello.ts'));
  return { name: 'bare Fastify hello world', process, paths: ['/api/audit/x'], runs: [] };
}

const system = systemPostgresMissing === false ? await startSystemPostgres() : null;
if (systemPostgresMissing !== false) console.log(`SKIPPED: server PostgreSQL: ${systemPostgresMissing}`);
const candidates = [
  await hello(),
  await service('embedded PostgreSQL', { PERIMETER_DATA_DIR: await temporaryDirectory() }),
  ...(system === null ? [] : [await service('server PostgreSQL', { DATABASE_URL: system.url })]),
];

const headers = Array.from({ length: callerCount }, (_, n) => caller(n));
for (let round = 0; round < rounds; round += 1) {
  for (const candidate of candidates) await measured(candidate);
}
for (const candidate of candidates) await candidate.process.end('SIGTERM');
await system?.stop();

// Both of a ratio come from the same round: what else the machine did then, it did to both.
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
