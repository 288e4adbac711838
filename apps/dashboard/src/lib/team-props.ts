import type { OwnTeam, ShownInvitation, TeamDetails, TeamLogEntry, TeamRole } from '@perimeter/contract/account/team';

/** What the page of a team shows. */
export interface TeamProps {
  team: TeamDetails;
  /** All teams of the reader. */
  teams: readonly OwnTeam[];
  /** Whether the reader may invite, change and remove. */
  mayRun: boolean;
  /** An invitation that was made just now; url is null where it went by mail. */
  made: { email: string; url: string | null } | null;
  /** Why the last form was refused, and what it held. */
  refused: { message: string; email: string; role: TeamRole } | null;
  /** What the last form held, where it is to be sent again with a password; null: nothing waits for one. */
  held: { fields: Readonly<Record<string, string>>; asksForCode: boolean } | null;
}

/** What the log of a team shows. */
export interface TeamLogProps {
  title: string;
  entries: readonly TeamLogEntry[];
  nextCursor: string | null;
  isFirstPage: boolean;
}

/** What the link of an invitation shows. */
export interface JoinProps {
  /** Null: there is none, or no more. */
  invitation: ShownInvitation | null;
  token: string;
  /** Who is logged in; null: nobody. */
  email: string | null;
  /** What is wrong with what was sent. */
  mistake: string | null;
}
