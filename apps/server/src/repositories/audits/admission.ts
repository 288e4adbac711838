import { sql, type Transaction } from 'kysely';
import { allOptedOut, optedOut } from './opt-outs.ts';
import { nextTurn, type AuditOwner } from './turns.ts';
import type { Schema } from '../schema/schema.ts';
import { balanceOf, type CreditBalance, type Payer } from '../limits/credits.ts';

/** What decides whether an audit may be started, and when it runs. */
export interface Admission extends CreditBalance {
  /** The owner of the domain asked not to be audited. */
  isOut: boolean;
  /** The turn of the owner's next audit. */
  turn: number;
}

/** All of it in one question; to decide by it, hold the owner's lock. */
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
