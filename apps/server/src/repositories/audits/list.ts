import { sql, type Kysely } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** A place in an account's list of audits, newest first: after this audit. */
export interface ListPlace {
  startedAtMs: number;
  id: string;
}

/** Filters of an account's list of audits. */
export interface ListFilter {
  domain?: string | undefined;
  status?: AuditRow['status'] | undefined;
}

/** A page of an account's audits after a place, newest first. Later audits do not change pages after a place. */
export async function listAudits(
  db: Kysely<Schema>,
  accountId: string,
  limit: number,
  after: ListPlace | null,
  { domain, status }: ListFilter = {},
): Promise<AuditRow[]> {
  const own = db.selectFrom('audits').selectAll().where('account_id', '=', accountId);
  const named = domain === undefined ? own : own.where('domain', '=', domain);
  const all = status === undefined ? named : named.where('status', '=', status);
  const rest =
    after === null
      ? all
      : all.where(
          sql<boolean>`(started_at < ${new Date(after.startedAtMs)} or (started_at = ${new Date(after.startedAtMs)} and id > ${after.id}::uuid))`,
        );
  return rest.orderBy('started_at', 'desc').orderBy('id').limit(limit).execute();
}

/** Finds audits by the reference in logs, a prefix of the SHA-256 of the public id. Scans all audits. */
export async function findByRef(db: Kysely<Schema>, prefix: string, ref: string): Promise<AuditRow[]> {
  const digest = sql<string>`encode(sha256(convert_to(${prefix}::text || id::text, 'UTF8')), 'hex')`;
  return db
    .selectFrom('audits')
    .selectAll()
    .where(sql<string>`left(${digest}, 12)`, '=', ref)
    .execute();
}
