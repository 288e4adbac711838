import type { TeamRole } from '@perimeter/contract/account/team';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** The members of a team and their roles. A team has the id of its first member's account. */
export interface TeamMembersTable {
  team_id: string;
  person_id: string;
  role: TeamRole;
  joined_at: Generated<Date>;
}

/** An invitation to a team, accepted by its link. */
export interface TeamInvitationsTable {
  id: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  team_id: string;
  /** In lower case. */
  email: string;
  role: TeamRole;
  /** Null: invited by a key of the team. */
  invited_by: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type TeamInvitationRow = Selectable<TeamInvitationsTable>;

/** One action in a team; append-only. */
export interface TeamLogTable {
  id: Generated<string>;
  at: ColumnType<Date, Date | undefined, never>;
  team_id: string;
  actor_kind: 'person' | 'key' | 'operator';
  actor_id: string;
  /** The person's address or the key's name at that time. */
  actor_name: string;
  action: string;
  target: Generated<string>;
  /** What people called the target then, where that is an id. */
  target_name: Generated<string>;
  detail: Generated<string>;
}
export type TeamLogRow = Selectable<TeamLogTable>;
