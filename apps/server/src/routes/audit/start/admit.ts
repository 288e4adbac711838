import { auditStarted, type AuditStarted } from '@perimeter/contract/audit';
import type { DbTransaction } from '../../../repositories/schema/schema.ts';
import { toAuditId } from '../../../audits/audit-id.ts';
import { latestReadable } from '../../../repositories/audits/compared.ts';
import { countMeasuring, type Measuring } from '../../../repositories/limits/ceilings.ts';
import type { Ceilings } from '../../../audits/ceilings.ts';
import { AppError } from '../../../http/errors.ts';
import type { Allowance, Principal } from '../../../credentials/principal.ts';
import type { AuditOwner } from '../../../repositories/audits/turns.ts';
import { findAdmission } from '../../../repositories/audits/admission.ts';
import { claimKey, type KeyedRequest } from '../../../repositories/limits/idempotency.ts';

/** The owner of a caller's audits. */
export const ownerOf = (principal: Principal): AuditOwner =>
  principal.kind === 'account'
    ? { accountId: principal.accountId, network: null }
    : { accountId: null, network: principal.network };

/**
 * The stored answer of an idempotency key; null for a new key. Throws if the key is in use, or was used for another
 * body.
 */
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

/** The target and the caller of a start. */
interface Asked extends Pick<Measuring, 'registrableDomain' | 'addresses' | 'isIntrusive'> {
  id: string;
  domain: string;
  accountId: string | null;
}

/**
 * Counts an audit against its target's ceilings. Throws target_busy, with the latest result that the caller may read.
 */
export async function admitTarget(
  trx: DbTransaction,
  ceilings: Ceilings,
  { id, domain, accountId, ...measuring }: Asked,
): Promise<void> {
  const waitSeconds = await countMeasuring(trx, { ...measuring, auditId: id }, ceilings);
  if (waitSeconds === null) return;
  const latest = await latestReadable(trx, domain, accountId);
  const latestId = latest === undefined ? null : toAuditId(latest.id);
  throw new AppError('target_busy', {
    detail: 'All callers together may audit a domain and an address only so often',
    headers: { 'retry-after': String(waitSeconds) },
    ...(latest === undefined || latestId === null
      ? {}
      : {
          latestAudit: { id: latestId, endedAt: latest.endedAt.getTime(), report: `/api/audit/${latestId}/report` },
        }),
  });
}

/** The turn of the owner's next audit. Throws if the domain may not be audited, or no credit is left. */
export async function admitStart(
  trx: DbTransaction,
  site: { domain: string; addresses: readonly string[] },
  owner: AuditOwner,
  allowance: Allowance,
): Promise<number> {
  const { isOut, used, resetsAtMs, turn } = await findAdmission(trx, site, owner, allowance);
  if (isOut) throw new AppError('domain_opted_out');
  if (used < allowance.credits) return turn;
  throw new AppError('credits_exhausted', {
    detail: `All ${allowance.credits} credits of this month are used`,
    resetsAt: resetsAtMs,
  });
}
