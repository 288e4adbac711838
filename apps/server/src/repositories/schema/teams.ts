import type { TeamRole } from '@perimeter/contract/account/team';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Who may act for a team, and as what. A team has the id of the account that it began as. */
export interface TeamMembersTable {
  team_id: string;
  person_id: string;
  role: TeamRole;
  joined_at: Generated<Date>;
}

/** Somebody who may become a member with what the link carries. */
export interface TeamInvitationsTable {
  id: string;
  /** SHA-256 of what the link carries. */
  token_hash: Buffer;
  team_id: string;
  /** Lower case. */
  email: string;
  role: TeamRole;
  /** Null: a key of the team. */
  invited_by: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type TeamInvitationRow = Selectable<TeamInvitationsTable>;

/** One deed; lines are added and never changed. */
export interface TeamLogTable {
  id: Generated<string>;
  at: ColumnType<Date, Date | undefined, never>;
  team_id: string;
  actor_kind: 'person' | 'key' | 'operator';
  actor_id: string;
  /** The address of the person or the name of the key, as it was then. */
  actor_name: string;
  action: string;
  target: Generated<string>;
  /** What people called the target then, where that is an id. */
  target_name: Generated<string>;
  detail: Generated<string>;
}
export type TeamLogRow = Selectable<TeamLogTable>;
