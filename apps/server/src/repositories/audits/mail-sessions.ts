import { visitedSession } from '@perimeter/engine/evidence/mail-transport/visited';
import { type SessionStore, sharedForMs } from '@perimeter/engine/net/smtp/shared-hosts';
import type { Db } from '../schema/schema.ts';

/** Sessions with mail servers in the database, for all workers. One that cannot be read counts as none. */
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
