import { sql, type Transaction } from 'kysely';
import { allOptedOut, optedOut } from './opt-outs.ts';
import { nextTurn, type AuditOwner } from './turns.ts';
import type { Schema } from '../schema/schema.ts';
import { balanceOf, type CreditBalance, type Payer } from '../limits/credits.ts';

/** What decides whether an audit may start, and its place in the queue. */
export interface Admission extends CreditBalance {
  /** True if the owner of the domain has opted out. */
  isOut: boolean;
  /** The turn of the owner's next audit. */
  turn: number;
}

/** Reads all of it in one query; hold the owner's lock to decide by it. */
export async function findAdmission(
  trx: Transaction<Schema>,
  { domain, addresses }: { domain: string; addresses: readonly string[] },
  owner: AuditOwner,
  payer: Payer,
): Promise<Admission> {
  const balance = balanceOf(payer);
  return trx
    .selectNoFrom([
      sql<boolean>`(${optedOut(domain)} or ${allOptedOut(addresses)})`.as('isOut'),
      balance.used.as('used'),
      balance.resetsAtMs.as('resetsAtMs'),
      nextTurn(owner).as('turn'),
    ])
    .executeTakeFirstOrThrow();
}
