import type { Plan } from '@perimeter/contract/account/plan';
import type { TeamRole } from '@perimeter/contract/account/team';
import { dayMs } from '@perimeter/protocols/durations';
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import { hasFactor } from './second-factors.ts';
import type { Schema, SessionsTable } from '../schema/schema.ts';

export type SessionRow = Selectable<SessionsTable>;

/** Maximum idle time of a session, in milliseconds. */
export const idleLimitMs = 7 * dayMs;
/** Maximum lifetime of a session, in milliseconds (NIST SP 800-63B section 2.1.3: at most 30 days at AAL1). */
export const absoluteLimitMs = 30 * dayMs;

/** A valid session, with its account's plan and rights. */
export interface UsableSession {
  /** The account of the team that the session acts for. */
  accountId: string;
  /** The account of the person who is logged in. */
  personId: string;
  role: TeamRole;
  isAdmin: boolean;
  /** True if the team's account administers the service. */
  ofAdmin: boolean;
  plan: Plan;
  isConfirmed: boolean;
  hasFactor: boolean;
  expiresAt: Date;
  lastUsedAt: Date;
  /** When the person's account will be deleted; null: no deletion is scheduled. */
  leavesAt: Date | null;
}

/** The session with a token hash, if it is valid at this time and its account is enabled. */
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
      // A person who left the team or was removed from it has no session there, even if the row still exists.
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

/** When a session's log-in happened; undefined if the session has ended. */
export const sessionBegan = async (db: Kysely<Schema>, tokenHash: Buffer): Promise<Date | undefined> =>
  (await db.selectFrom('sessions').select('created_at').where('token_hash', '=', tokenHash).executeTakeFirst())
    ?.created_at;

/** Stores a new session. */
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
      // The team that the person last acted for, if they still are a member of it.
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

/** Active sessions of an account, most recently used first. */
export const listSessions = async (db: Kysely<Schema>, accountId: string, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(notOver(now))
    .orderBy('last_used_at', 'desc')
    .limit(200)
    .execute();

/** Ends a session by its token hash; returns its account, if it existed. */
export const endSession = async (db: Kysely<Schema>, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning('account_id').executeTakeFirst())
    ?.account_id;

/** Ends the session of an account whose hash has this prefix; false if there is none. */
export async function endSessionOf(db: Kysely<Schema>, accountId: string, hashStart: Buffer): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(sql`substring(token_hash from 1 for ${hashStart.length}::integer)`, '=', hashStart)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends all sessions of an account except, optionally, one. */
export async function endSessions(db: Kysely<Schema>, accountId: string, kept: Buffer | null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) => query.where('token_hash', '!=', kept))
    .execute();
}

/** Saves when sessions were last used, in one statement. */
export async function touchSessions(db: Kysely<Schema>, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await sql`
    update sessions set last_used_at = greatest(last_used_at, uses.at)
    from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as uses (id, at)
    where token_hash = decode(uses.id, 'hex')`.execute(db);
}

/** Deletes ended sessions. */
export const purgeSessions = async (db: Kysely<Schema>, now: Date): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(notOver(now)(eb)))
    .execute();
};
