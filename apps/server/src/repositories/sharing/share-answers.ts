import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { ShareAnswerRow } from '../schema/shared.ts';

/** An answer before it is stored. */
export type NewShareAnswer = Pick<ShareAnswerRow, 'kind' | 'check_id' | 'text' | 'name'>;

/** Limits of answers: per link and issue, per link and hour, and per audit. */
export const mostShareAnswers = { anIssue: 10, anHour: 30, anAudit: 500 } as const;

/**
 * Finds a share link that accepts answers by its hash, and locks account, audit and link until the transaction ends, in
 * the same order as other transactions.
 */
async function lockLink(trx: Transaction<Schema>, tokenHash: Buffer, now: Date) {
  const link = await trx
    .selectFrom('share_links')
    .select(['id', 'audit_id', 'account_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (link === undefined) return undefined;
  const account = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', link.account_id)
    .where('disabled_at', 'is', null)
    .where('leaves_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  const audit = await trx
    .selectFrom('audits')
    .select('id')
    .where('id', '=', link.audit_id)
    .where('purged_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  const held = await trx
    .selectFrom('share_links')
    .select('id')
    .where('id', '=', link.id)
    .where('takes_answers', '=', true)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return account === undefined || audit === undefined || held === undefined ? undefined : link;
}

/** True if a link, or the audit that it shows, has its maximum of answers. */
async function isFull(
  trx: Transaction<Schema>,
  { id, audit_id: auditId }: { id: string; audit_id: string },
  checkId: string | null,
  now: Date,
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const { all, issue, hour } = await trx
    .selectFrom('share_answers')
    .select(({ fn, eb, and }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere(and([eb('share_id', '=', id), eb(sql`coalesce(check_id, '')`, '=', checkId ?? '')]))
        .as('issue'),
      fn
        .countAll<string>()
        .filterWhere(and([eb('share_id', '=', id), eb('created_at', '>', hourAgo)]))
        .as('hour'),
    ])
    .where('audit_id', '=', auditId)
    .executeTakeFirstOrThrow();
  const { anAudit, anIssue, anHour } = mostShareAnswers;
  return Number(all) >= anAudit || Number(issue) >= anIssue || Number(hour) >= anHour;
}

/**
 * Stores an answer; the same text through the same link is stored once. 'gone' if the link accepts no answers (any
 * more).
 */
export async function insertShareAnswer(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  answer: NewShareAnswer,
  now: Date,
): Promise<'kept' | 'known' | 'too-many' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const link = await lockLink(trx, tokenHash, now);
    if (link === undefined) return 'gone';
    const known = await trx
      .selectFrom('share_answers')
      .select('id')
      .where('share_id', '=', link.id)
      .where('kind', '=', answer.kind)
      .where('text', '=', answer.text)
      .where(sql<boolean>`check_id is not distinct from ${answer.check_id}`)
      .where(sql<boolean>`name is not distinct from ${answer.name}`)
      .executeTakeFirst();
    if (known !== undefined) return 'known';
    if (await isFull(trx, link, answer.check_id, now)) return 'too-many';
    const { id: shareId, audit_id: auditId, account_id: accountId } = link;
    await trx
      .insertInto('share_answers')
      .values({
        id: crypto.randomUUID(),
        audit_id: auditId,
        account_id: accountId,
        share_id: shareId,
        ...answer,
        created_at: now,
      })
      .execute();
    return 'kept';
  });
}

/** The answers that a link shows: only those sent through it, oldest first. */
export const answersThrough = async (
  db: Kysely<Schema>,
  shareId: string,
): Promise<Pick<ShareAnswerRow, 'kind' | 'check_id' | 'text' | 'name' | 'created_at'>[]> =>
  db
    .selectFrom('share_answers')
    .select(['kind', 'check_id', 'text', 'name', 'created_at'])
    .where('share_id', '=', shareId)
    .where('hidden_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** An answer with the domain of its audit. */
export type AnswerWithDomain = ShareAnswerRow & { domain: string };

const answersOf = (db: Kysely<Schema>, accountId: string) =>
  db
    .selectFrom('share_answers')
    .innerJoin('audits', 'audits.id', 'share_answers.audit_id')
    .selectAll('share_answers')
    .select('domain')
    .where('share_answers.account_id', '=', accountId)
    .orderBy('share_answers.created_at', 'desc')
    .orderBy('share_answers.id', 'desc');

/** The answers to an audit of an account, newest first. */
export const answersToAudit = async (
  db: Kysely<Schema>,
  accountId: string,
  auditId: string,
): Promise<AnswerWithDomain[]> => answersOf(db, accountId).where('audit_id', '=', auditId).execute();

/** The answers to all audits of an account, newest first, starting after one of them. */
export async function answersToAccount(
  db: Kysely<Schema>,
  accountId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<AnswerWithDomain[]> {
  const all = answersOf(db, accountId).limit(limit);
  const rest =
    after === null
      ? all
      : all.where(
          sql<boolean>`(share_answers.created_at, share_answers.id) <
            (select created_at, id from share_answers where id = ${after} and account_id = ${accountId})`,
        );
  return rest.execute();
}

/** How many answers the account has not seen. */
export async function countUnseen(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('share_answers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks an answer as seen or new, and hides it from its link or shows it; false if the audit has no such answer. */
export async function changeShareAnswer(
  db: Kysely<Schema>,
  { auditId, id, now }: { auditId: string; id: string; now: Date },
  { seen, hidden }: { seen?: boolean | undefined; hidden?: boolean | undefined },
): Promise<boolean> {
  const changed = await db
    .updateTable('share_answers')
    .set({
      id,
      ...(seen === undefined ? {} : { seen_at: seen ? sql<Date>`coalesce(seen_at, ${now})` : null }),
      ...(hidden === undefined ? {} : { hidden_at: hidden ? sql<Date>`coalesce(hidden_at, ${now})` : null }),
    })
    .where('id', '=', id)
    .where('audit_id', '=', auditId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Marks an account's answers up to a given one as seen; returns how many were new. Later answers were not on the page
 * yet.
 */
export async function markSeen(
  db: Kysely<Schema>,
  accountId: string,
  { newest, now }: { newest: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('share_answers')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .where(
      sql<boolean>`(created_at, id) <= (select created_at, id from share_answers where id = ${newest} and account_id = ${accountId})`,
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes an answer; false if the audit has no such answer. */
export async function deleteShareAnswer(db: Kysely<Schema>, auditId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('share_answers')
    .where('id', '=', id)
    .where('audit_id', '=', auditId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
