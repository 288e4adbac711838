// Durations of the list and history of many domains, with audits inserted by SQL: node domains.ts [DOMAINS] [AUDITS OF
// EACH]
import { openDatabase } from '@perimeter/server/database/open';
import { startService } from '@perimeter/server/process/service';
import { largeReport } from '@perimeter/server/testing/browser/large-report';
import { deterministicEngine } from '@perimeter/server/testing/deterministic-engine';
import { type Browser, browser, firstAccount } from '@perimeter/server/testing/people';
import { startSystemPostgres } from '@perimeter/server/testing/processes/system-postgres';
import { testSettings } from '@perimeter/server/testing/service';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { sql } from 'kysely';
import { markdownTable } from '../table.ts';

const [domains = 1_000, audits = 100] = process.argv.slice(2).map(Number);
const runs = 40;
type Db = Awaited<ReturnType<typeof openDatabase>>['db'];

/**
 * Inserts one audit a day for each domain of the only account; in parts, because statements have a time-out of some
 * seconds.
 */
async function fill(db: Db): Promise<void> {
  for (let from = 1; from <= audits; from += 5)
    await sql`
      insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, phases_completed,
        percent, account_id, started_at, running_at, ended_at, score, grade, grade_status, policy_version, severities, issues,
        uncapped, concluded_permille)
      select gen_random_uuid(), 'd' || d || '.net', 'd' || d || '.net', 'standard', 'completed', 'phase_a', 1, 1, 100,
        accounts.id, at, at, at, (d * 7 + n) % 101, 'B', 'final', case when n > 50 then '1.0.0' else '2.0.0' end, '{0,1,2,3}', '{0,1,2,3}',
        (d * 7 + n) % 101, 1000
      from accounts, generate_series(1, ${domains}::int) as d,
        generate_series(${from}::int, least(${audits}::int, ${from + 4}::int)) as n,
        lateral (select now() - make_interval(days => n) as at) as t`.execute(db);
}

/** Two audits of one domain with 2,000 findings each: a quarter is new, a quarter is gone, a quarter has another severity. */
async function addPair(db: Db): Promise<void> {
  const later = largeReport();
  const findings = later.findings.map((finding, at) => {
    if (at % 4 === 1) return { ...finding, fingerprint: `${finding.fingerprint}-before` };
    return at % 4 === 2
      ? { ...finding, severity: finding.severity === 'low' ? ('high' as const) : ('low' as const) }
      : finding;
  });
  for (const [days, report] of [
    [2, { ...later, findings }],
    [1, later],
  ] as const) {
    const id = crypto.randomUUID();
    const body = Buffer.from(JSON.stringify(report));
    await sql`
      with made as (
        insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, phases_completed,
          percent, account_id, started_at, running_at, ended_at, score, grade, policy_version)
        select ${id}::uuid, 'pair.net', 'pair.net', 'standard', 'completed', 'phase_a', 1, 1, 100, accounts.id, at, at, at,
          50, 'D', '2.0.0'
        from accounts, lateral (select now() - make_interval(days => ${days}::int) as at) as t
        returning id)
      insert into audit_reports (audit_id, body, sha256) select id, ${body}, sha256(${body}) from made`.execute(db);
  }
}

/** Milliseconds from request to answer, median and maximum. */
async function took(holder: Browser, path: string): Promise<string[]> {
  const times: number[] = [];
  for (let n = 0; n < runs + 5; n += 1) {
    const startMs = performance.now();
    const { statusCode, body } = await holder.send('GET', path);
    // The first requests compile code and fill PostgreSQL's cache; they do not count.
    if (n >= 5) times.push(performance.now() - startMs);
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body.slice(0, 200)}`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(runs / 2)] ?? Number.NaN, sorted.at(-1) ?? Number.NaN].map((ms) => ms.toFixed(0));
}

const wanted: readonly (readonly [what: string, path: string])[] = [
  ['list, 50 domains', '/api/domains'],
  ['list, 100 domains, by name', '/api/domains?limit=100&sort=name'],
  ['list, search by grade', '/api/domains?q=grade:%3CC'],
  ['history, 100 audits', `/api/domains/d${Math.ceil(domains / 2)}.net/audits?limit=100`],
  ['changes, 2,000 findings', '/api/domains/pair.net/changes'],
  ['page of the list', '/domains'],
  ['page of a domain', `/domains/d${Math.ceil(domains / 2)}.net`],
];

async function measure(
  name: string,
  database: Parameters<typeof openDatabase>[0],
  env: Record<string, string>,
): Promise<string[][]> {
  const directory = database.kind === 'embedded' ? database.dataDir : await temporaryDirectory();
  const start = async () => startService(testSettings(directory, env), deterministicEngine(1));
  const first = await start();
  const cookie = (await firstAccount(first)).cookie();
  await first.stop();
  const { db, close } = await openDatabase(database, () => undefined);
  await fill(db);
  await addPair(db);
  await sql`analyze`.execute(db);
  await close();
  const service = await start();
  const holder = browser(service, '127.0.0.1', cookie);
  const rows: string[][] = [];
  for (const [what, path] of wanted) rows.push([what, name, ...(await took(holder, path))]);
  await service.stop();
  return rows;
}

const dataDir = await temporaryDirectory();
const embedded = await measure('embedded', { kind: 'embedded', dataDir }, {});
const system = await startSystemPostgres();
const { url } = system;
const server = await measure(
  'server',
  { kind: 'url', url },
  { DATABASE_URL: url, PERIMETER_SECRET: 'a secret of benchmarks, long enough' },
);
await system.stop();

console.log(`\n## ${domains} domains with ${audits} audits each\n`);
console.log(markdownTable(['request', 'database', 'median ms', 'longest ms'], [...embedded, ...server]));
