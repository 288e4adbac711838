import type { ScanMode } from '@perimeter/contract/report';
import type { DomainName } from '@perimeter/protocols/domain/name';
import type { AuditRow, DbTransaction } from '../../../repositories/schema/schema.ts';
import { isPrivateByDefault } from '../../../repositories/accounts/accounts.ts';
import { allowanceOf, chargedBy, principalKey, type Principal } from '../../../credentials/principal.ts';
import { catchUp, completeFromKept, findMeasurement, lockStart } from '../../../repositories/audits/sharing.ts';
import { proofOfName } from '../../../repositories/domains/controls.ts';
import { keepStatement } from '../../../repositories/audits/statements.ts';
import { insertChargedAudit } from '../../../repositories/audits/audits.ts';
import type { AuditRoutesOptions } from '../options.ts';
import { admitStart, admitTarget, ownerOf } from './admit.ts';

/** What starting audits needs. */
export type StartParts = Pick<AuditRoutesOptions, 'db' | 'queue' | 'phasesOf' | 'metering' | 'addressesOf'>;

/** A valid start. */
export interface StartRequest {
  domain: DomainName;
  scanMode: ScanMode;
  /** Null: the account's default. */
  private: boolean | null;
  /** The caller states authority to test the domain. */
  authority: boolean;
  idempotencyKey: string | null;
  /** Addresses of the site; if omitted, the worker resolves them. */
  addresses?: readonly string[];
}

/**
 * Who states authority to test the domain: the caller, possibly by proved control; else the operator, if the service is
 * set to assume it.
 */
function authorityOf(payer: string, isStated: boolean, { assumesAuthority }: StartParts['metering']): string | null {
  if (isStated) return payer;
  return assumesAuthority ? 'operator' : null;
}

/** True if the audit sweeps neither ports nor paths, because the operator does not allow it for this caller. */
function isPassiveFor({ kind }: Principal, hasAuthority: boolean, { active }: StartParts['metering']): boolean {
  if (active === 'authority') return !hasAuthority;
  return active === 'accounts' && kind === 'anonymous';
}

/** Inserts the audit with its charge, and either queues it or lets it share a measurement. */
export async function startNew(
  trx: DbTransaction,
  { queue, phasesOf, metering }: StartParts,
  principal: Principal,
  request: StartRequest,
): Promise<AuditRow> {
  const { scanMode, private: asked } = request;
  const { ascii: domain, registrableDomain } = request.domain;
  const owner = ownerOf(principal);
  const isPrivate = asked ?? (owner.accountId !== null && (await isPrivateByDefault(trx, owner.accountId)));
  const payer = principalKey(principal);
  const proof = owner.accountId === null ? null : await proofOfName(trx, owner.accountId, domain);
  const authorityBy = authorityOf(payer, request.authority || proof !== null, metering);
  const isPassive = isPassiveFor(principal, authorityBy !== null, metering);
  const target = { domain, scanMode, hasAuthority: authorityBy !== null, isPassive };
  // Serializes the owner's starts, so that the balance and turn read next still hold at commit.
  await lockStart(trx, payer, target);
  const addresses = request.addresses ?? [];
  const turn = await admitStart(trx, { domain, addresses }, owner, allowanceOf(principal, metering));
  const measured = await findMeasurement(trx, target, owner.accountId, metering.shareSeconds);
  const audit = {
    id: crypto.randomUUID(),
    domain,
    registrableDomain,
    scanMode,
    phases: phasesOf(scanMode),
    isPrivate,
    authorityBy,
    authorityProof: proof,
    isPassive,
    ...owner,
  };
  if (authorityBy !== null)
    await keepStatement(trx, { auditId: audit.id, domain, registrableDomain, by: authorityBy, proof });
  const charge = { owner: payer, by: principal.kind === 'account' ? chargedBy(principal) : null };
  if (measured !== undefined) {
    const row = await insertChargedAudit(trx, { ...audit, sharesWith: measured.id }, charge);
    if (measured.status === 'completed') await completeFromKept(trx, row.id, measured.id);
    else await catchUp(trx, row.id);
    return row;
  }
  await admitTarget(trx, metering.ceilings, {
    ...audit,
    addresses,
    isIntrusive: scanMode === 'deep' && authorityBy !== null && !isPassive,
  });
  const row = await insertChargedAudit(trx, { ...audit, turn }, charge);
  await queue.enqueue(trx, { id: row.id, registrableDomain, turn });
  return row;
}
