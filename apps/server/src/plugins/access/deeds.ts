import type { TeamAction } from '@perimeter/contract/account/team';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { type Actor, insertDeed } from '../../repositories/teams/team-log.ts';

/** Who makes a request in the log of the team. */
export const actorOf = ({ personId, credentialId }: AccountPrincipal): Actor =>
  personId === null ? { kind: 'key', id: credentialId } : { kind: 'person', id: personId };

function textIn(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of names) {
    const found: unknown = Reflect.get(value, name);
    if (typeof found === 'string' && found !== '') return found;
    if (Array.isArray(found)) return `${found.length} ${name}`;
  }
  return undefined;
}

/** What something was done to, by what the request says of it, and what was made. */
function described({ params, body }: FastifyRequest, reply: FastifyReply): { target: string; detail: string } {
  const made = String(reply.getHeader('location') ?? '').split('/');
  return {
    target: textIn(params, ['domain', 'id']) ?? textIn(body, ['domain', 'name', 'domains']) ?? '',
    detail: made.at(-1) || (textIn(params, ['shareId']) ?? textIn(body, ['checkId', 'fingerprint']) ?? ''),
  };
}

/** Keeps what members and keys did with a route, before they get its answer: nothing that was answered is missing. */
export const keepDeeds =
  (db: Db) =>
  (route: RouteOptions, action: TeamAction): void => {
    const keep = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
      const { principal } = request;
      const isDone = reply.statusCode < 400 && reply.getHeader('idempotency-replayed') === undefined;
      if (isDone && principal.kind === 'account')
        await insertDeed(db, {
          teamId: principal.accountId,
          actor: actorOf(principal),
          action,
          ...described(request, reply),
        });
      return payload;
    };
    route.onSend = [...(route.onSend === undefined ? [] : [route.onSend].flat()), keep];
  };
