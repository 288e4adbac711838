import type { DomainBody, DomainListQuery, DomainSearch } from '@perimeter/contract/domains';
import { type RawBuilder, sql, type Kysely } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** Filters and order of an account's list of domains. */
export interface DomainFilter extends Pick<DomainListQuery, 'sort' | 'limit'> {
  search: DomainSearch;
  offset: number;
}

/**
 * The latest completed audit of a domain, with the account's tags; `all` is the number of matching domains over all
 * pages.
 */
export type LatestAudit = Pick<
  AuditRow,
  | 'id'
  | 'domain'
  | 'ended_at'
  | 'scan_mode'
  | 'authority_at'
  | 'score'
  | 'grade'
  | 'grade_status'
  | 'policy_version'
  | 'severities'
  | 'concluded_permille'
  | 'uncapped'
  | 'issues'
  | 'deadline_at'
  | 'deadline_kind'
  | 'findings_count'
  | 'purged_at'
> & { tags: string[]; owner: string; note: string; all: number };

/** SQL: earlier audits of a domain that can be compared with its latest one (named point). */
const comparable = (accountId: string): RawBuilder<unknown> => sql`from audits
        where point.place = 1 and account_id = ${accountId} and status = 'completed' and domain = point.domain and score is not null
          and split_part(policy_version, '.', 1) = split_part(point.policy_version, '.', 1) and scan_mode = point.scan_mode
          and (authority_at is null) = (point.authority_at is null) and ended_at < point.ended_at`;

/**
 * SQL: the audit that the latest one (named point) is compared with: the oldest of the 30 days before it, or else the
 * last before them, because audits of a monthly schedule are 31 days and some minutes apart.
 */
const earlierOf = (accountId: string): RawBuilder<unknown> => sql`left join lateral (
      (select score, 1 as choice ${comparable(accountId)} and ended_at > point.ended_at - interval '30 days' order by ended_at limit 1)
      union all
      (select score, 2 ${comparable(accountId)} and ended_at > point.ended_at - interval '45 days'
        and ended_at <= point.ended_at - interval '30 days' order by ended_at desc limit 1)
      order by choice limit 1
    ) as earlier on true`;

// Ties of capped scores are decided by the uncapped score, then by the number of issues, from the highest severity
// down.
const orders: Readonly<Record<DomainListQuery['sort'], RawBuilder<unknown>>> = {
  worst: sql`latest.score nulls last, latest.uncapped nulls last, latest.issues desc nulls last, latest.domain`,
  best: sql`latest.score desc nulls last, latest.uncapped desc nulls last, latest.issues nulls last, latest.domain`,
  newest: sql`latest.ended_at desc, latest.domain`,
  name: sql`latest.domain`,
  ends: sql`latest.deadline_at nulls last, latest.domain`,
  change: sql`latest.score - earlier.score nulls last, latest.domain`,
};

/** Escapes %, _ and \ of a search text for LIKE. */
const asLetters = (text: string): string => text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);

/** SQL condition of a search: on a domain's latest audit and on the account's notes. */
function conditionOf({ texts, tags, owners, grades, expiresWithin, expiresAfter }: DomainSearch): RawBuilder<unknown> {
  const inDays = (days: number) => sql`clock_timestamp() + make_interval(days => ${days}::integer)`;
  const conditions = [
    sql`true`,
    ...texts.map((text) => sql`latest.domain like ${`%${asLetters(text)}%`}`),
    ...tags.map((tag) => sql`${tag} = any (own.tags)`),
    ...owners.map((owner) => sql`lower(own.owner) like ${`%${asLetters(owner)}%`}`),
    ...(grades === null ? [] : [sql`latest.grade = any (${[...grades]}::text[])`]),
    ...(expiresWithin === null ? [] : [sql`latest.deadline_at < ${inDays(expiresWithin)}`]),
    ...(expiresAfter === null ? [] : [sql`latest.deadline_at > ${inDays(expiresAfter)}`]),
  ];
  return sql.join(conditions, sql` and `);
}

const shown = sql`id, domain, ended_at, scan_mode, authority_at, score, grade, grade_status, policy_version, severities,
  concluded_permille, uncapped, issues, deadline_at, deadline_kind, findings_count, purged_at`;

/**
 * The latest completed audit of each of an account's domains. Skips along the index from domain to domain, which is a
 * hundred times faster than reading all audits of a year.
 */
export const latestAuditsQuery = (
  accountId: string,
  { sort, search, limit, offset }: DomainFilter,
): RawBuilder<LatestAudit> => sql<LatestAudit>`
    with recursive latest as (
      (select ${shown} from audits where account_id = ${accountId} and status = 'completed'
        order by domain, ended_at desc limit 1)
      union all
      select next.* from latest cross join lateral (
        select ${shown} from audits
        where account_id = ${accountId} and status = 'completed' and domain > latest.domain
        order by domain, ended_at desc limit 1
      ) as next
    )
    select latest.*, coalesce(own.tags, '{}') as tags, coalesce(own.owner, '') as owner, coalesce(own.note, '') as note,
      (count(*) over ())::integer as all
    from latest
    left join account_domains as own on own.account_id = ${accountId} and own.domain = latest.domain
    ${sort === 'change' ? sql`cross join lateral (select latest.*, 1 as place) as point ${earlierOf(accountId)}` : sql``}
    where (own.removed_at is null or own.removed_at < latest.ended_at)
      and ${conditionOf(search)}
    order by ${orders[sort]}
    limit ${limit} offset ${offset}`;

/** One score of a domain. */
export interface ScorePoint {
  domain: string;
  id: string;
  endedAt: Date;
  score: number;
  policyVersion: string | null;
  /** Only for the latest audit: the score of the audit that it is compared with; null: none. */
  before: number | null;
}

/** Scores of the latest audits of some domains, newest first, with a maximum per domain. */
export const latestScoresQuery = (
  accountId: string,
  domains: readonly string[],
  most: number,
): RawBuilder<ScorePoint> => sql<ScorePoint>`
    select point.domain, point.id, point.ended_at as "endedAt", point.score, point.policy_version as "policyVersion",
      earlier.score as before
    from unnest(${[...domains]}::text[]) as wanted (domain)
    cross join lateral (
      select *, row_number() over (order by ended_at desc) as place from audits
      where account_id = ${accountId} and status = 'completed' and domain = wanted.domain and score is not null
      order by ended_at desc limit ${most}
    ) as point
    ${earlierOf(accountId)}
    order by point.domain, point.ended_at desc`;

/** All tags of an account's domains, sorted. */
export async function allTags(db: Kysely<Schema>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from account_domains where account_id = ${accountId} order by tag`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** An account's owner, note and tags of a domain. */
export async function wordsOf(
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
): Promise<{ tags: string[]; owner: string; note: string }> {
  const row = await db
    .selectFrom('account_domains')
    .select(['tags', 'owner', 'note'])
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row ?? { tags: [], owner: '', note: '' };
}

/** True if the account has a completed audit of the domain. */
export async function hasDomain(db: Kysely<Schema>, accountId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('audits')
    .select('id')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('status', '=', 'completed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the owner and notes of a domain; omitted members stay. */
export async function setWords(
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
  words: DomainBody,
): Promise<{ owner: string; note: string }> {
  const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  return db
    .insertInto('account_domains')
    .values({ ...given, account_id: accountId, domain })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'domain']).doUpdateSet({ account_id: accountId, ...given }),
    )
    .returning(['owner', 'note'])
    .executeTakeFirstOrThrow();
}

/**
 * Adds tags to domains that the account has audited; returns the highest number of tags of one domain, and how many
 * domains there are.
 */
export async function addTags(
  db: Kysely<Schema>,
  accountId: string,
  { domains, tags }: { domains: readonly string[]; tags: readonly string[] },
): Promise<{ tagged: number; most: number }> {
  // Sorted, so that concurrent requests lock rows in the same order and do not deadlock.
  const { rows } = await sql<{ count: number }>`
    insert into account_domains as own (account_id, domain, tags)
    select ${accountId}, domain, ${[...tags]}::text[] from unnest(${[...new Set(domains)].toSorted()}::text[]) as domain
    where exists (select from audits where account_id = ${accountId} and status = 'completed' and audits.domain = domain.domain)
    on conflict (account_id, domain) do update set tags = own.tags ||
      array(select given from unnest(excluded.tags) as given where given <> all (own.tags))
    returning cardinality(tags) as count`.execute(db);
  return { tagged: rows.length, most: Math.max(0, ...rows.map(({ count }) => count)) };
}

/** Replaces the tags of a domain. */
export async function setTags(
  db: Kysely<Schema>,
  accountId: string,
  domain: string,
  tags: readonly string[],
): Promise<void> {
  const unique = [...new Set(tags)];
  await db
    .insertInto('account_domains')
    .values({ account_id: accountId, domain, tags: unique })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doUpdateSet({ tags: unique }))
    .execute();
}

/** Hides a domain from the list until its next audit; its audits stay. */
export async function removeDomain(db: Kysely<Schema>, accountId: string, domain: string): Promise<void> {
  await db
    .insertInto('account_domains')
    .values({ account_id: accountId, domain, removed_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'domain']).doUpdateSet({ removed_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** The two latest completed audits of a domain with stored reports, newest first. */
export const latestTwo = async (db: Kysely<Schema>, accountId: string, domain: string): Promise<string[]> =>
  (
    await db
      .selectFrom('audits')
      .select('id')
      .where('account_id', '=', accountId)
      .where('domain', '=', domain)
      .where('status', '=', 'completed')
      .where('purged_at', 'is', null)
      .orderBy('ended_at', 'desc')
      .limit(2)
      .execute()
  ).map(({ id }) => id);
