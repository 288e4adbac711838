import type { SecurityEventKind } from '@perimeter/contract/account/activity';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** One line of the security log. */
export interface SecurityEventsTable {
  id: GeneratedAlways<string>;
  at: Generated<Date>;
  account_id: string;
  kind: ColumnType<string, SecurityEventKind, never>;
  /** The client's network; operator: a command on the host. */
  network: string;
  user_agent: Generated<string>;
  detail: Generated<string>;
}
export type SecurityEventRow = Selectable<SecurityEventsTable>;
