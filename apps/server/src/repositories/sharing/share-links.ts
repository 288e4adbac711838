import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema/schema.ts';
import type { ShareLinkRow } from '../schema/shared.ts';

/** A new share link; its token is already hashed. */
export interface NewShareLink {
  auditId: string;
  accountId: string;
  tokenHash: Buffer;
  isRedacted: boolean;
  takesAnswers: boolean;
  now: Date;
  expiresAt: Date;
}

/** Maximum number of valid links per audit. */
export const mostShareLinks = 20;

/** Valid links of an audit, newest first. */
export const listShareLinks = async (db: Kysely<Schema>, auditId: string, now: Date): Promise<ShareLinkRow[]> =>
  db
    .selectFrom('share_links')
    .selectAll()
    .where('audit_id', '=', auditId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Creates a link; undefined if the audit has the maximum, also under concurrent requests. */
export async function insertShareLink(db: Kysely<Schema>, link: NewShareLink): Promise<ShareLinkRow | undefined> {
  return inTransaction(db, async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', link.accountId).forUpdate().execute();
    if ((await listShareLinks(trx, link.auditId, link.now)).length >= mostShareLinks) return undefined;
    return trx
      .insertInto('share_links')
      .values({
        id: randomUUID(),
        audit_id: link.auditId,
        account_id: link.accountId,
        token_hash: link.tokenHash,
        redacted: link.isRedacted,
        takes_answers: link.takesAnswers,
        created_at: link.now,
        expires_at: link.expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Deletes a link of an audit; false if there is none. */
export async function deleteShareLink(db: Kysely<Schema>, auditId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('share_links')
    .where('id', '=', id)
    .where('audit_id', '=', auditId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The report that a link shows, by its digest. */
export interface SharedReport {
  id: string;
  auditId: string;
  sha256: Buffer;
  isRedacted: boolean;
  takesAnswers: boolean;
  expiresAt: Date;
}

/**
 * The report of a link's hash at a time. One query for all reasons why there may be none (unknown, deleted, expired, no
 * report), so that timing does not reveal the reason.
 */
export async function findShared(db: Kysely<Schema>, tokenHash: Buffer, now: Date): Promise<SharedReport | undefined> {
  return db
    .selectFrom('share_links')
    .innerJoin('audit_reports', 'audit_reports.audit_id', 'share_links.audit_id')
    .innerJoin('accounts', 'accounts.id', 'share_links.account_id')
    .select([
      'share_links.id as id',
      'share_links.audit_id as auditId',
      'sha256',
      'redacted as isRedacted',
      'takes_answers as takesAnswers',
      'share_links.expires_at as expiresAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('share_links.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .where('accounts.leaves_at', 'is', null)
    .executeTakeFirst();
}

/** SQL: deletes expired links. */
export const purgeShareLinks = sql`delete from share_links where expires_at < now()`;

/** Makes an account's audit private or public. Caches are notified of the change. */
export async function setPrivate(db: Kysely<Schema>, accountId: string, id: string, isPrivate: boolean): Promise<void> {
  await db
    .updateTable('audits')
    .set({ is_private: isPrivate })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}
