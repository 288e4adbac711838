import type { SecurityEventKind } from '@perimeter/contract/account/activity';
import { insertEvent } from '../repositories/accounts/security-events.ts';
import type { CommandContext } from './command.ts';

/** Records in the security log what the operator did to an account on the host. */
export const noteByOperator = async (
  { db }: Pick<CommandContext, 'db'>,
  accountId: string,
  kind: SecurityEventKind,
  detail = '',
): Promise<void> => insertEvent(db, { account_id: accountId, kind, network: 'operator', detail });
