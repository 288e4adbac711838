import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../accounts/caller.ts';
import { inTransaction } from '../../repositories/in-transaction.ts';
import type { Db, DbTransaction } from '../../repositories/schema/schema.ts';
import { nameOfTarget } from '../../repositories/teams/names-of-targets.ts';
import { insertDeed } from '../../repositories/teams/team-log.ts';

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

const targetOf = ({ params, body }: Asked): string =>
  textIn(params, ['domain', 'id']) ?? textIn(body, ['domain', 'name', 'domains']) ?? '';

/**
 * Keeps the line of a request in the log of its team, within the transaction of what it changes; `made` is the id of what it made, and
 * `targetName` what its target was called before.
 */
export async function keepLine(trx: DbTransaction, request: Asked, made = '', targetName?: string): Promise<void> {
  const { params, body, principal, routeOptions } = request;
  const action = routeOptions.config.logs;
  if (action === undefined) throw new Error(`The access table names no line of the log for ${routeOptions.url}`);
  if (principal.kind === 'anonymous') return;
  await insertDeed(trx, {
    teamId: principal.accountId,
    actor: actorOf(principal),
    action,
    target: targetOf(request),
    targetName,
    detail: made || (textIn(params, ['shareId', 'answerId']) ?? textIn(body, ['checkId', 'fingerprint']) ?? ''),
  });
}

/**
 * Runs a change and writes its line in the team's log in one transaction, so that a crash leaves both or neither. If
 * `work` throws, nothing is changed or logged.
 */
export const withLine = async <T>(db: Db, request: Asked, work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    const { principal } = request;
    const before =
      principal.kind === 'anonymous' ? '' : await nameOfTarget(trx, principal.accountId, targetOf(request));
    const done = await work(trx);
    await keepLine(trx, request, '', before);
    return done;
  });
