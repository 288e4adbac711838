import { type RawBuilder, sql } from 'kysely';
import type { AuditRow } from '../schema/schema.ts';

/** A place in a domain's history: after the audit that ended then (microseconds since the epoch). */
export interface HistoryPlace {
  endedAtUs: string;
  id: string;
}

/** A completed audit of a domain with its place, and its score's difference from the previous comparable one. */
export type HistoricAudit = AuditRow & { ended_at_us: string; change: number | null };

/** Completed audits of an account's domain after a place, newest first. */
export const historyQuery = (
  accountId: string,
  domain: string,
  { limit, after }: { limit: number; after: HistoryPlace | null },
): RawBuilder<HistoricAudit> => sql<HistoricAudit>`
    select point.*, (extract(epoch from point.ended_at) * 1000000)::bigint::text as ended_at_us,
      point.score - earlier.score as change
    from (
      select * from audits where account_id = ${accountId} and status = 'completed' and domain = ${domain}
        and ${
          after === null
            ? sql`true`
            : sql`(ended_at, id) < (timestamptz 'epoch' + ${after.endedAtUs}::bigint * interval '1 microsecond', ${after.id}::uuid)`
        }
      order by ended_at desc, id desc limit ${limit}
    ) as point
    left join lateral (
      select score from audits
      where account_id = ${accountId} and status = 'completed' and domain = ${domain} and score is not null
        and split_part(policy_version, '.', 1) = split_part(point.policy_version, '.', 1) and scan_mode = point.scan_mode
        and (authority_at is null) = (point.authority_at is null)
        and (ended_at, id) < (point.ended_at, point.id)
      order by ended_at desc, id desc limit 1
    ) as earlier on true
    order by point.ended_at desc, point.id desc`;
