import { sql, type RawBuilder } from 'kysely';

/** Who starts an audit: an account, or the network of an anonymous caller. */
export interface AuditOwner {
  accountId: string | null;
  network: string | null;
}

/**
 * The turn of an owner's next audit: one after the last that the owner holds in the queue, but never before the turn
 * that is being taken. So owners take turns however many audits each has queued, and nobody saves turns up by waiting
 * (start-time fair queueing, Goyal, Vin and Cheng 1996). To be unique for an owner, hold the owner's lock.
 */
export const nextTurn = ({ accountId, network }: AuditOwner): RawBuilder<number> => sql<number>`1 + greatest(
  (select max(turn) from audits where status = 'queued' and coalesce(account_id::text, network) = ${accountId ?? network}),
  (select max(turn) from audits where running_at is not null),
  0
)`;
