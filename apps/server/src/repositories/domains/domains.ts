import type { DomainListQuery } from '@perimeter/contract/domains';
import { type RawBuilder, sql, type Kysely } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** Which domains of an account are wanted, and which of them come first. */
export interface DomainFilter extends Pick<DomainListQuery, 'sort' | 'q' | 'tag' | 'limit'> {
  offset: number;
}

/** The latest completed audit of a domain, with the account's tags; all: domains that match, over all pages. */
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
  | 'findings_count'
  | 'purged_at'
> & { tags: string[]; all: number };

// Caps make unlike domains equal: the score without them decides then, and then the issues, those of the highest severity first.
const orders: Readonly<Record<DomainListQuery['sort'], RawBuilder<unknown>>> = {
  worst: sql`latest.score nulls last, latest.uncapped nulls last, latest.issues desc nulls last, latest.domain`,
  best: sql`latest.score desc nulls last, latest.uncapped desc nulls last, latest.issues nulls last, latest.domain`,
  newest: sql`latest.ended_at desc, latest.domain`,
  name: sql`latest.domain`,
};

/** % and _ of a search are letters like others. */
const within = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;

/**
 * The domains of an account by their latest completed audits. The names are walked along the index, one step a domain, because
 * to read all audits of a year for them takes a hundred times as long.
 */
export const latestAuditsQuery = (
  accountId: string,
  { sort, q, tag, limit, offset }: DomainFilter,
): RawBuilder<LatestAudit> => sql<LatestAudit>`
    with recursive names as (
      (select domain from audits where account_id = ${accountId} and status = 'completed' order by domain limit 1)
      union all
      select (
        select domain from audits
        where account_id = ${accountId} and status = 'completed' and domain > names.domain order by domain limit 1
      ) from names where names.domain is not null
    )
    select latest.id, latest.domain, latest.ended_at, latest.scan_mode, latest.authority_at, latest.score, latest.grade,
      latest.grade_status, latest.policy_version, latest.severities, latest.concluded_permille, latest.uncapped,
      latest.issues, latest.findings_count, latest.purged_at, coalesce(own.tags, '{}') as tags, (count(*) over ())::integer as all
    from names
    cross join lateral (
      select * from audits where account_id = ${accountId} and status = 'completed' and domain = names.domain
      order by ended_at desc limit 1
    ) as latest
    left join account_domains as own on own.account_id = ${accountId} and own.domain = names.domain
    where names.domain is not null
      and (own.removed_at is null or own.removed_at < latest.ended_at)
      and (${q ?? null}::text is null or names.domain like ${within(q ?? '')})
      and (${tag ?? null}::text is null or ${tag ?? null} = any (own.tags))
    order by ${orders[sort]}
    limit ${limit} offset ${offset}`;

/** One score of a domain. */
export interface ScorePoint {
  domain: string;
  id: string;
  endedAt: Date;
  score: number;
  policyVersion: string | null;
  /** Of the oldest audit of the last 30 days before the latest that can be compared with it; null: there is none. */
  before: number | null;
}

/** Scores of the latest audits of some domains, at most so many of each, newest first. */
export const latestScoresQuery = (
  accountId: string,
  domains: readonly string[],
  most: number,
): RawBuilder<ScorePoint> => sql<ScorePoint>`
    select point.domain, point.id, point.ended_at as "endedAt", point.score, point.policy_version as "policyVersion",
      earlier.score as before
    from unnest(${[...domains]}::text[]) as wanted (domain)
    cross join lateral (
      select * from audits where account_id = ${accountId} and status = 'completed' and domain = wanted.domain
        and score is not null
      order by ended_at desc limit ${most}
    ) as point
    left join lateral (
      select score from audits
      where account_id = ${accountId} and status = 'completed' and domain = point.domain and score is not null
        and split_part(policy_version, '.', 1) = split_part(point.policy_version, '.', 1) and scan_mode = point.scan_mode
        and (authority_at is null) = (point.authority_at is null)
        and ended_at < point.ended_at and ended_at > point.ended_at - interval '30 days'
      order by ended_at limit 1
    ) as earlier on true
    order by point.domain, point.ended_at desc`;

/** All tags that an account gives to its domains, in order. */
export async function allTags(db: Kysely<Schema>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from account_domains where account_id = ${accountId} order by tag`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** The tags of one domain. */
export async function tagsOf(db: Kysely<Schema>, accountId: string, domain: string): Promise<string[]> {
  const row = await db
    .selectFrom('account_domains')
    .select('tags')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row?.tags ?? [];
}

/** True where the account has a completed audit of the domain. */
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

/** Gives a domain these tags, and no others. */
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

/** Takes a domain off the list until it is audited again; its audits stay. */
export async function removeDomain(db: Kysely<Schema>, accountId: string, domain: string): Promise<void> {
  await db
    .insertInto('account_domains')
    .values({ account_id: accountId, domain, removed_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'domain']).doUpdateSet({ removed_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** The two latest completed audits of a domain that still have reports, newest first. */
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
