import { auditFailure } from '@perimeter/engine/runner/failure';
import { beginAudit, type Busy, failAudit, findAudit } from '../repositories/audits/audits.ts';
import { areOptedOut } from '../caches/opt-outs.ts';
import { countedAddresses, countMeasuring, runningAtSameAddress } from '../repositories/limits/ceilings.ts';
import type { AuditRow } from '../repositories/schema/schema.ts';
import type { AuditRunner } from './audit-runner.ts';

/** Generous time-out, because no caller waits for the worker's look-up. */
const lookUpMs = 6_000;

/** Audits of one address at once: they share one send budget, and more would not end in time. */
const mostAtAnAddress = 2;

/** Counts an audit against its addresses, if the start did not know them; returns why it may not run, or null. */
async function countAddresses(
  { db, engine, siteAddresses, ceilings, optOuts }: AuditRunner,
  audit: AuditRow,
): Promise<'target_busy' | 'domain_opted_out' | null> {
  const counted = await countedAddresses(db, audit);
  const addresses = counted.length > 0 ? counted : ((await siteAddresses?.(audit.domain, engine, lookUpMs)) ?? []);
  if (areOptedOut(addresses, optOuts)) return 'domain_opted_out';
  if (counted.length > 0 || addresses.length === 0) return null;
  const { id: auditId, registrable_domain: registrableDomain } = audit;
  const isIntrusive = audit.scan_mode === 'deep' && audit.authority_at !== null && !audit.is_passive;
  const wait = await db
    .transaction()
    // The start request counted the domain itself.
    .execute(async (trx) =>
      countMeasuring(trx, { auditId, registrableDomain, addresses, isIntrusive }, { ...ceilings, domain: null }),
    );
  return wait === null ? null : 'target_busy';
}

/**
 * Begins an audit if its address has room: 'busy' if it must wait, undefined if it has ended, for example at a ceiling.
 */
export async function beginWithRoom(runner: AuditRunner, id: string): Promise<AuditRow | Busy | undefined> {
  const { db } = runner;
  const audit = await findAudit(db, id);
  if (audit?.status !== 'queued') return beginAudit(db, id);
  const refusal = await countAddresses(runner, audit);
  if (refusal !== null) {
    await failAudit(db, id, auditFailure(refusal), null);
    return undefined;
  }
  return db.transaction().execute(async (trx) => {
    if ((await runningAtSameAddress(trx, id)) >= mostAtAnAddress) return 'busy';
    return beginAudit(trx, id);
  });
}
