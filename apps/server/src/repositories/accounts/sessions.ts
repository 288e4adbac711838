import type { Plan } from '@perimeter/contract/plan';
import type { TeamRole } from '@perimeter/contract/account/team';
import { dayMs } from '@perimeter/protocols/durations';
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import { hasFactor } from './second-factors.ts';
import type { Schema, SessionsTable } from '../schema/schema.ts';

export type SessionRow = Selectable<SessionsTable>;

/** How long a session lasts that nobody uses. */
export const idleLimitMs = 7 * dayMs;
/** How long any session lasts (NIST SP 800-63B section 2.1.3: at most 30 days at the first level). */
export const absoluteLimitMs = 30 * dayMs;

/** A session that may be used, with what its account may. */
export interface UsableSession {
  /** The account whose team it acts for. */
  accountId: string;
  /** The account of who is logged in. */
  personId: string;
  role: TeamRole;
  isAdmin: boolean;
  /** Whether the account of the team administers the service. */
  ofAdmin: boolean;
  plan: Plan;
  isConfirmed: boolean;
  hasFactor: boolean;
  expiresAt: Date;
  lastUsedAt: Date;
  /** When its account is deleted; null: nobody asked for it. */
  leavesAt: Date | null;
}

/** The session of a token's hash, unless it or its account is not to be used at this time. */
export async function findUsableSession(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<UsableSession | undefined> {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('accounts as person', 'person.id', 'sessions.account_id')
      .innerJoin('accounts as team', (join) => join.on(sql<boolean>`team.id = coalesce(team_id, account_id)`))
      // Who has left or was removed has no session there, whatever became of its row.
      .innerJoin('team_members as member', (join) =>
        join.onRef('member.team_id', '=', 'team.id').onRef('member.person_id', '=', 'person.id'),
      )
      .select([
        'team.id as accountId',
        'person.id as personId',
        'role',
        'person.is_admin as isAdmin',
        'team.is_admin as ofAdmin',
        'team.plan',
        sql<boolean>`person.confirmed_at is not null and team.confirmed_at is not null`.as('isConfirmed'),
        hasFactor(sql.ref('person.id')).as('hasFactor'),
        'expires_at as expiresAt',
        'last_used_at as lastUsedAt',
        'person.leaves_at as leavesAt',
      ])
      .where('token_hash', '=', tokenHash)
      .where('person.disabled_at', 'is', null)
      .where('team.disabled_at', 'is', null)
      .where(({ eb, or }) => or([eb('person.leaves_at', 'is', null), eb('person.leaves_at', '>', now)]))
      .where('expires_at', '>', now)
      .where('last_used_at', '>', new Date(now.getTime() - idleLimitMs))
      .executeTakeFirst()
  );
}

/** When somebody logged in for a session; undefined where it has ended. */
export const sessionBegan = async (db: Kysely<Schema>, tokenHash: Buffer): Promise<Date | undefined> =>
  (await db.selectFrom('sessions').select('created_at').where('token_hash', '=', tokenHash).executeTakeFirst())
    ?.created_at;

/** Keeps a session that begins now. */
export async function insertSession(
  db: Kysely<Schema>,
  session: { tokenHash: Buffer; accountId: string; userAgent: string; network: string; now: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      user_agent: session.userAgent,
      network: session.network,
      // As it was left: where that team is another and its member is still there.
      team_id: sql<string | null>`(select current_team from accounts
        join team_members on team_members.team_id = current_team and person_id = accounts.id
        where accounts.id = ${session.accountId})`,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: new Date(session.now.getTime() + absoluteLimitMs),
    })
    .execute();
}

const notOver = (now: Date) => (eb: ExpressionBuilder<Schema, 'sessions'>) =>
  eb.and([eb('expires_at', '>', now), eb('last_used_at', '>', new Date(now.getTime() - idleLimitMs))]);

/** The sessions of an account that are not over, the last used first. */
export const listSessions = async (db: Kysely<Schema>, accountId: string, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(notOver(now))
    .orderBy('last_used_at', 'desc')
    .limit(200)
    .execute();

/** Ends a session by its token's hash; tells whose it was, if there was one. */
export const endSession = async (db: Kysely<Schema>, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning('account_id').executeTakeFirst())
    ?.account_id;

/** Ends the session of an account whose hash begins so; false when there is none. */
export async function endSessionOf(db: Kysely<Schema>, accountId: string, hashStart: Buffer): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(sql`substring(token_hash from 1 for ${hashStart.length}::integer)`, '=', hashStart)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends all sessions of an account but the one that is kept, if any. */
export async function endSessions(db: Kysely<Schema>, accountId: string, kept: Buffer | null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) => query.where('token_hash', '!=', kept))
    .execute();
}

/** Notes when sessions were last used, many at once. */
export async function touchSessions(db: Kysely<Schema>, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await sql`
    update sessions set last_used_at = greatest(last_used_at, uses.at)
    from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as uses (id, at)
    where token_hash = decode(uses.id, 'hex')`.execute(db);
}

/** Removes sessions that are over. */
export const purgeSessions = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(notOver(now)(eb)))
    .execute();
};
