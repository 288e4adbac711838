import type { SecurityEventKind } from '@perimeter/contract/account/activity';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../credentials/network.ts';
import type { Identity } from '../../identity/identity.ts';
import { addressOf } from '../../plugins/authentication.ts';
import { insertEvent } from '../../repositories/accounts/security-events.ts';

const maxUserAgentLength = 200;
const maxDetailLength = 200;

/** The browser's User-Agent as shown to the account's holder, without misleading characters. */
export const namedBy = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength);

/** The network of a request, in the form of the security log and the list of sessions. */
export const networkFrom = (request: Pick<FastifyRequest, 'ip' | 'socket'>): string => networkOf(addressOf(request));

/** Records in the security log what a request did to an account, or tried. */
export const note = async (
  { db, nowMs }: Pick<Identity, 'db' | 'nowMs'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
  accountId: string,
  [kind, detail = '']: readonly [SecurityEventKind, string?],
): Promise<void> =>
  insertEvent(db, {
    account_id: accountId,
    kind,
    at: new Date(nowMs()),
    network: networkFrom(request),
    user_agent: namedBy(request),
    detail: detail.slice(0, maxDetailLength),
  });
