import type { FastifyRequest } from 'fastify';
import type { AccountPrincipal } from '../../credentials/principal.ts';
import { inTransaction } from '../../repositories/in-transaction.ts';
import type { Db, DbTransaction } from '../../repositories/schema/schema.ts';
import { type Actor, insertDeed } from '../../repositories/teams/team-log.ts';

/** The actor of a request in the team's log. */
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

type Asked = Pick<FastifyRequest, 'params' | 'body' | 'principal' | 'routeOptions'>;

/**
 * Writes a request's line in its team's log, in the transaction of the change; `made` is the id of what was created.
 */
export async function keepLine(trx: DbTransaction, request: Asked, made = ''): Promise<void> {
  const { params, body, principal, routeOptions } = request;
  const action = routeOptions.config.logs;
  if (action === undefined) throw new Error(`The access table names no line of the log for ${routeOptions.url}`);
  if (principal.kind === 'anonymous') return;
  await insertDeed(trx, {
    teamId: principal.accountId,
    actor: actorOf(principal),
    action,
    target: textIn(params, ['domain', 'id']) ?? textIn(body, ['domain', 'name', 'domains']) ?? '',
    detail: made || (textIn(params, ['shareId']) ?? textIn(body, ['checkId', 'fingerprint']) ?? ''),
  });
}

/**
 * Runs a change and writes its line in the team's log in one transaction, so that a crash leaves both or neither. If
 * `work` throws, nothing is changed or logged.
 */
export const withLine = async <T>(db: Db, request: Asked, work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    const done = await work(trx);
    await keepLine(trx, request);
    return done;
  });
