import { sql, type RawBuilder } from 'kysely';

/** The owner of an audit: an account, or the network of an anonymous caller. */
export interface AuditOwner {
  accountId: string | null;
  network: string | null;
}

/**
 * The turn of an owner's next audit: one after the last that the owner has in the queue, but not before the turn that
 * was last given. So owners take turns however many audits each has queued, and turns cannot be saved up by waiting
 * (start-time fair queueing, Goyal, Vin and Cheng 1996). Hold the owner's lock to make it unique for the owner.
 */
export const nextTurn = ({ accountId, network }: AuditOwner): RawBuilder<number> => sql<number>`1 + greatest(
  (select max(turn) from audits where status = 'queued' and coalesce(account_id::text, network) = ${accountId ?? network}),
  (select max(turn) from audits where running_at is not null),
  0
)`;
