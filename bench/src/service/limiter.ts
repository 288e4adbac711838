// The cost of counting one request, 16 concurrent, by counter. Median of five rounds on an embedded PostgreSQL.
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@perimeter/server/database/open';
import { countInDatabase, countInMemory, type CountRequest } from '@perimeter/server/rate-limits/counters';
import { markdownTable } from '../table.ts';
import { medianOf } from './median.ts';

const inFlight = 16;
const rounds = 5;
const callers = 200;
/** Below the quota of 60, so that no request is refused. */
const requestsOfCaller = 50;
const total = callers * requestsOfCaller;

interface Round {
  perSecond: number;
  cpuMicroseconds: number;
  medianMs: number;
}

type Request = (n: number) => Promise<{ allowed: boolean }>;

async function measure(request: Request, expectAllowed: boolean): Promise<Round> {
  const latencies: number[] = [];
  let next = 0;
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  const client = async (): Promise<void> => {
    for (let n = next++; n < total; n = next++) {
      const askedMs = performance.now();
      const { allowed } = await request(n);
      latencies.push(performance.now() - askedMs);
      if (allowed !== expectAllowed) throw new Error(`Request ${n} was ${allowed ? 'allowed' : 'refused'}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: total / seconds,
    cpuMicroseconds: (user + system) / total,
    medianMs: medianOf(latencies, (latency) => latency),
  };
}

async function rowOf(
  name: string,
  requestOfRound: (round: number) => Request,
  expectAllowed = true,
): Promise<string[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure(requestOfRound(round), expectAllowed));
  const figure = (of: (round: Round) => number, digits: number): string => medianOf(measured, of).toFixed(digits);
  return [
    name,
    figure((round) => round.perSecond, 0),
    figure((round) => round.cpuMicroseconds, 1),
    figure((round) => round.medianMs, 3),
  ];
}

const spread =
  (name: string, count: CountRequest) =>
  (round: number): Request =>
  async (n) =>
    count('report', 60, `account:${name}:${round}:${n % callers}`);

async function usedUp(count: CountRequest): Promise<Request> {
  for (let n = 0; n < 60; n += 1) await count('report', 60, 'account:used up');
  return async () => count('report', 60, 'account:used up');
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'perimeter-bench-'));
await chmod(dataDir, 0o755);
const database = await openDatabase({ kind: 'embedded', dataDir }, () => undefined);
try {
  const memory = countInMemory();
  const shared = countInDatabase(database.db);
  const refused = await usedUp(shared);
  const rows = [
    await rowOf('memory (one process), 200 callers', spread('memory', memory)),
    await rowOf('PostgreSQL (several processes), 200 callers', spread('shared', shared)),
    await rowOf('PostgreSQL, a caller whose window is used up', () => refused, false),
  ];
  console.log(markdownTable(['counted in', 'per second', 'CPU µs a request', 'median ms'], rows));
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
