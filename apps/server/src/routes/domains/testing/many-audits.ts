import { domainList } from '@perimeter/contract/domains';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { latestAuditsQuery, latestScoresQuery } from '../../../repositories/domains/domains.ts';
import { historyQuery } from '../../../repositories/domains/history.ts';
import type { meteredService } from '../../../testing/metered-service.ts';
import { readSearch } from '../search-words.ts';

type Service = Awaited<ReturnType<typeof meteredService>>;

/** Domains of an account with audits each, besides those of other accounts. */
async function manyAudits({ db }: Service, accountId: string, domains: number, audits: number): Promise<void> {
  // In parts, because the service's statements have a time-out of some seconds.
  for (let from = 1; from <= audits; from += 10)
    await sql`
    insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, phases_completed,
      percent, account_id, started_at, running_at, ended_at, score, grade, policy_version, severities, concluded_permille)
    select gen_random_uuid(), 'd' || d || '.net', 'd' || d || '.net', 'standard', 'completed', 'phase_a', 1, 1, 100, ${accountId}::uuid,
      now() - make_interval(days => n), now() - make_interval(days => n), now() - make_interval(days => n), (d * 7 + n) % 101, 'B',
      case when n > 50 then '1.0.0' else '2.0.0' end, array[0, 1, 2, 3], 1000
    from generate_series(1, ${domains}::int) as d, generate_series(${from}::int, ${from + 9}::int) as n`.execute(db);
  await sql`analyze audits`.execute(db);
}

/** PostgreSQL's plan of a query. */
async function planOf({ db }: Service, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
  return JSON.stringify(rows);
}

/** Asserts that of many domains with more than fifty audits each only those are read that are shown. */
export async function readsWhatIsShown(service: Service, domains: number, audits: number): Promise<void> {
  const { db, account, get } = service;
  const caller = await account();
  const accountId = caller.accountId ?? assert.fail();
  await manyAudits(service, accountId, domains, audits);
  const query = latestAuditsQuery(accountId, { sort: 'worst', search: readSearch(''), limit: 50, offset: 0 });
  const page = (await query.execute(db)).rows;
  const names = page.map(({ domain }) => domain);
  assert.deepEqual([page.length, page[0]?.all], [50, domains]);
  const after = { endedAtUs: String(Date.now() * 1_000), id: randomUUID() };
  const history = historyQuery(accountId, 'd7.net', { limit: 51, after });
  for (const plan of [
    await planOf(service, query),
    await planOf(
      service,
      latestAuditsQuery(accountId, { sort: 'change', search: readSearch(''), limit: 50, offset: 0 }),
    ),
    await planOf(service, latestScoresQuery(accountId, names, 12)),
    await planOf(service, history),
  ]) {
    assert.match(plan, /"Index Name":"audits_of_domains"/);
    assert.doesNotMatch(plan, /audit_reports|audit_evidence/, 'no report is read');
    assert.doesNotMatch(plan, /"Node Type":"Seq Scan"[^}]*"Relation Name":"audits"/);
  }
  const points = (await latestScoresQuery(accountId, names, 12).execute(db)).rows;
  assert.deepEqual([points.length, points.filter(({ before }) => before !== null).length], [600, 50]);
  const shown = (await history.execute(db)).rows;
  assert.deepEqual([shown.length, shown.filter(({ change }) => change !== null).length], [51, 50]);
  const listOf = async (query: string) => domainList.parse((await get(caller, `/api/domains${query}`)).json());
  assert.equal((await listOf('?limit=100&sort=best')).total, domains);
  const past = await listOf(`?cursor=${Buffer.from('5000').toString('base64url')}`);
  assert.deepEqual([past.domains, past.total, past.nextCursor], [[], domains, null]);
}
