import { auditStarted, type AuditStarted } from '@perimeter/contract/audit';
import type { DbTransaction } from '../../../repositories/schema/schema.ts';
import { AppError } from '../../../http/errors.ts';
import type { Principal } from '../../../credentials/principal.ts';
import type { AuditOwner } from '../../../repositories/audits/turns.ts';
import { findAdmission } from '../../../repositories/audits/admission.ts';
import { claimKey, type KeyedRequest } from '../../../repositories/limits/idempotency.ts';

/** Whom an audit belongs to. */
export const ownerOf = (principal: Principal): AuditOwner =>
  principal.kind === 'account'
    ? { accountId: principal.accountId, network: null }
    : { accountId: null, network: principal.network };

/** The answer that a key has already; null for a new key. Throws where the key cannot be used now, or for this. */
export async function answeredBefore(trx: DbTransaction, keyed: KeyedRequest): Promise<AuditStarted | null> {
  const seen = await claimKey(trx, keyed);
  switch (seen.kind) {
    case 'new':
      return null;
    case 'in-flight':
      throw new AppError('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    case 'mismatch':
      throw new AppError('idempotency_mismatch');
    case 'answered':
      return auditStarted.parse(seen.response);
  }
}

interface Limits {
  /** principalKey of the caller. */
  payer: string;
  credits: number;
}

/** The turn of the owner's next audit. Throws where the domain may not be audited, or no credit is left. */
export async function admitStart(
  trx: DbTransaction,
  domain: string,
  owner: AuditOwner,
  { payer, credits }: Limits,
): Promise<number> {
  const { isOut, used, resetsAtMs, turn } = await findAdmission(trx, domain, owner, payer);
  if (isOut) throw new AppError('domain_opted_out');
  if (used < credits) return turn;
  throw new AppError('credits_exhausted', {
    detail: `All ${credits} credits of this month are used`,
    resetsAt: resetsAtMs,
  });
}
