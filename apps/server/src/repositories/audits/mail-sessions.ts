import { visitedSession } from '@perimeter/engine/evidence/mail-transport/visited';
import { type SessionStore, sharedForMs } from '@perimeter/engine/net/smtp/shared-hosts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

const host = sql`split_part(key, ' ', 1)`;

/** Deletes sessions of hosts whose owners have opted out. */
export const forgetOptedOutSessions: RawBuilder<unknown> = sql`
  delete from mail_sessions using opt_outs
  where ${host} = opt_outs.domain or right(${host}, length(opt_outs.domain) + 1) = '.' || opt_outs.domain
    or case when opt_outs.domain like '%/%' then split_part(key, ' ', 2)::inet <<= opt_outs.domain::cidr else false end`;

/** Stores sessions with mail servers in the database, for all workers. An unreadable one counts as none. */
export const mailSessionStore = (db: Db): SessionStore => ({
  read: async (key) => {
    const row = await db
      .selectFrom('mail_sessions')
      .select('session')
      .where('key', '=', key)
      .where('kept_until', '>', new Date())
      .executeTakeFirst();
    const read = visitedSession.safeParse(row?.session);
    return read.success ? read.data : null;
  },
  keep: async (key, session) => {
    const kept = { session: JSON.stringify(session), kept_until: new Date(Date.now() + sharedForMs) };
    await db
      .insertInto('mail_sessions')
      .values({ key, ...kept })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(kept))
      .execute();
  },
});
