import type { ScanMode } from '@perimeter/contract/report';
import type { DomainName } from '@perimeter/protocols/domain/name';
import { randomUUID } from 'node:crypto';
import type { AuditRow, DbTransaction } from '../../../repositories/schema/schema.ts';
import { isPrivateByDefault } from '../../../repositories/accounts/accounts.ts';
import { creditLimit, principalKey, type Principal } from '../../../credentials/principal.ts';
import { catchUp, completeFromKept, findMeasurement, lockStart } from '../../../repositories/audits/sharing.ts';
import { insertChargedAudit } from '../../../repositories/audits/audits.ts';
import type { AuditRoutesOptions } from '../options.ts';
import { admitStart, ownerOf } from './admit.ts';

/** What starting takes. */
export type StartParts = Pick<AuditRoutesOptions, 'db' | 'queue' | 'phasesOf' | 'metering'>;

/** A start that is well-formed. */
export interface StartRequest {
  domain: DomainName;
  scanMode: ScanMode;
  /** Null: as the account has set. */
  private: boolean | null;
  idempotencyKey: string | null;
}

/** Writes the audit with what it costs, and either its job or whose measurement it takes. */
export async function startNew(
  trx: DbTransaction,
  { queue, phasesOf, metering }: StartParts,
  principal: Principal,
  { domain: { ascii: domain, registrableDomain }, scanMode, private: asked }: StartRequest,
): Promise<AuditRow> {
  const owner = ownerOf(principal);
  const isPrivate = asked ?? (owner.accountId !== null && (await isPrivateByDefault(trx, owner.accountId)));
  const payer = principalKey(principal);
  // One start of an owner at a time, so that the balance and the turn which are read next are still so when it commits.
  await lockStart(trx, payer, { domain, scanMode });
  const turn = await admitStart(trx, domain, owner, {
    payer,
    credits: creditLimit(principal, metering.anonymousCredits),
  });
  const measured = await findMeasurement(trx, { domain, scanMode }, owner.accountId, metering.shareSeconds);
  const audit = {
    id: randomUUID(),
    domain,
    registrableDomain,
    scanMode,
    phases: phasesOf(scanMode),
    isPrivate,
    ...owner,
  };
  if (measured !== undefined) {
    const row = await insertChargedAudit(trx, { ...audit, sharesWith: measured.id }, payer);
    if (measured.status === 'completed') await completeFromKept(trx, row.id, measured.id);
    else await catchUp(trx, row.id);
    return row;
  }
  const row = await insertChargedAudit(trx, { ...audit, turn }, payer);
  await queue.enqueue(trx, { id: row.id, registrableDomain, turn });
  return row;
}
