import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DbTransaction } from '../schema/schema.ts';

/** The address of an account that is now only a team, with which nobody can log in. */
export const addressOfTeam = (teamId: string): string => `team:${teamId}`;

/** Tables whose rows belong to the person, not to the team. */
const own = [
  'sessions',
  'password_resets',
  'email_changes',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'security_events',
] as const;

/**
 * Gives the person whose account a team has the id of a new account with an empty team. Password, second factors and
 * security log move to it, everything else stays with the team. Returns the new id.
 */
export async function moveOut(trx: DbTransaction, teamId: string): Promise<string> {
  const id = randomUUID();
  const row = await trx.selectFrom('accounts').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow();
  await trx
    .updateTable('accounts')
    .set({
      email: addressOfTeam(teamId),
      password_hash: '',
      is_admin: false,
      current_team: null,
      team_name: row.team_name === '' ? row.email.slice(0, 100) : row.team_name,
    })
    .where('id', '=', teamId)
    .execute();
  await trx
    .insertInto('accounts')
    .values({
      id,
      email: row.email,
      password_hash: row.password_hash,
      is_admin: row.is_admin,
      created_at: row.created_at,
      current_team: row.current_team,
    })
    .execute();
  await trx.updateTable('accounts').set({ confirmed_at: row.confirmed_at }).where('id', '=', id).execute();
  // Authenticators keep returning the original user handle (WebAuthn Level 3 section 14.6.1).
  await sql`update passkeys set made_for = coalesce(made_for, account_id) where account_id = ${teamId}`.execute(trx);
  for (const table of own)
    await sql`update ${sql.table(table)} set account_id = ${id} where account_id = ${teamId}`.execute(trx);
  await trx.updateTable('team_members').set({ person_id: id }).where('person_id', '=', teamId).execute();
  await trx.updateTable('team_invitations').set({ invited_by: id }).where('invited_by', '=', teamId).execute();
  return id;
}
