import type { SecurityEventKind } from '@perimeter/contract/account/activity';
import type { Identity } from '../identity/identity.ts';
import { insertEvent } from '../repositories/accounts/security-events.ts';
import type { Caller } from './caller.ts';

const maxDetailLength = 200;

/** Keeps in the security log what a caller did to an account, or tried. */
export const note = async (
  { db, nowMs }: Pick<Identity, 'db' | 'nowMs'>,
  { network, userAgent }: Pick<Caller, 'network' | 'userAgent'>,
  accountId: string,
  [kind, detail = '']: readonly [SecurityEventKind, string?],
): Promise<void> =>
  insertEvent(db, {
    account_id: accountId,
    kind,
    at: new Date(nowMs()),
    network,
    user_agent: userAgent,
    detail: detail.slice(0, maxDetailLength),
  });
