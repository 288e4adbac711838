// The cost of an audit with many stored ones, inserted by SQL: node stored.ts [LARGEST] [AUDITS]
import { readdirSync, readFileSync } from 'node:fs';
import { hasEnded } from '@perimeter/contract/audit';
import { joinDatabase } from '@perimeter/server/database/open';
import { startProcess } from '@perimeter/server/testing/child';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { sql } from 'kysely';
import { markdownTable } from '../table.ts';
import { caller, startAudit, stateOf } from './audits.ts';

const [largest = 1_000_000, audits = 100] = process.argv.slice(2).map(Number);
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest);
/** Each stored domain was audited so many times. */
const auditsOfDomain = 2;
/** Rows per statement, because statements have a time-out. */
const rowsAtOnce = 10_000;

interface Process {
  pid: number;
  parent: number;
  cpuMs: number;
}

/** Processes with the CPU time that they and their ended children used (proc(5): fields 4 and 14 to 17 of stat, ticks of 10 ms). */
function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const cpuMs = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks * 10, 0);
      return [{ pid: Number(name), parent: fields[1] ?? 0, cpuMs }];
    } catch {
      // The process ended between listing and reading.
      return [];
    }
  });
}

/** CPU time of a process and everything below it: the service and its database. */
function cpuMsBelow(root: number): number {
  const all = processes();
  const below = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, one) => sum + one.cpuMs + below(one.pid), 0);
  return (all.find(({ pid }) => pid === root)?.cpuMs ?? 0) + below(root);
}

const dataDir = await temporaryDirectory();
const service = await startProcess({
  PERIMETER_DATA_DIR: dataDir,
  PERIMETER_TRUST_PROXY: '1',
  TEST_PHASE_MS: '0',
});
const { db, close } = await joinDatabase({ kind: 'embedded', dataDir }, () => undefined);

/**
 * Inserts completed audits of the last week with reports of 4 KiB, old enough that their measurements are not shared.
 */
async function store(from: number, to: number): Promise<void> {
  await sql`
    with made as (
      insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, phases_completed, percent,
        started_at, running_at, ended_at, network, score, grade, grade_status, policy_version, severities, issues, uncapped, concluded_permille)
      select gen_random_uuid(), 'stored-' || n / ${auditsOfDomain}::int || '.net', 'stored-' || n / ${auditsOfDomain}::int || '.net',
        'standard', 'completed', 'phase_dns_zone', 17, 17, 100, at, at, at, '198.18.0.0', 90, 'A', 'final', '2.3.0',
        '{0,0,1,2}', '{0,0,1,2}', 90, 1000
      from generate_series(${from}::int, ${to - 1}::int) n, lateral (select now() - interval '2 days' - n % 432000 * interval '1 second' as at) t
      returning id)
    insert into audit_reports (audit_id, body, sha256)
    select id, body, sha256(body) from made, lateral (select convert_to(repeat(md5(id::text), 128), 'UTF8') as body) t`.execute(
    db,
  );
}

let started = 0;

/** Audits stored domains one after the other: median milliseconds from request to end, and CPU time each. */
async function cost(count: number): Promise<{ medianMs: number; cpuMs: number }> {
  const cpuBefore = cpuMsBelow(service.child.pid ?? 0);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    started += 1;
    const headers = caller(started);
    // A new domain each time, because a second audit would share the measurement of the first.
    const domain = `stored-${started}.net`;
    const startMs = performance.now();
    const id = await startAudit(service.url, domain, headers);
    for (let state = await stateOf(service.url, id, headers, 25); !hasEnded(state);)
      state = await stateOf(service.url, id, headers, 25);
    times.push(performance.now() - startMs);
  }
  const cpuMs = (cpuMsBelow(service.child.pid ?? 0) - cpuBefore) / count;
  return { medianMs: times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN, cpuMs };
}

const rows: string[][] = [];
let [stored, first] = [0, Number.NaN];
for (const size of sizes) {
  const storeMs = performance.now();
  for (; stored < size; stored = Math.min(size, stored + rowsAtOnce))
    await store(stored, Math.min(size, stored + rowsAtOnce));
  await sql`analyze`.execute(db);
  const storeSeconds = (performance.now() - storeMs) / 1_000;
  // The first audits compile code and fill PostgreSQL's cache; they do not count.
  await cost(stored === sizes[0] ? audits * 3 : Math.ceil(audits / 2));
  const { medianMs, cpuMs } = await cost(audits);
  first = Number.isNaN(first) ? cpuMs : first;
  rows.push([String(size), medianMs.toFixed(1), cpuMs.toFixed(1), (cpuMs / first).toFixed(2), storeSeconds.toFixed(0)]);
}
await close();
await service.end('SIGTERM');

console.log(`\n## ${audits} audits beside stored ones, one after another\n`);
console.log(markdownTable(['stored audits', 'median ms', 'CPU ms an audit', 'of the first', 'made by SQL in s'], rows));
