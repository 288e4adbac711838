import { auditStarted, type AuditStarted } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import type { DomainName } from '@perimeter/protocols/domain/name';
import { randomUUID } from 'node:crypto';
import { toAuditId } from '../../audits/audit-id.ts';
import type { AuditRow, DbTransaction } from '../../repositories/schema/schema.ts';
import { AppError } from '../../http/errors.ts';
import { creditLimit, type Principal, principalKey } from '../../credentials/principal.ts';
import { catchUp, completeFromKept, findMeasurement, lockStart } from '../../repositories/audits/sharing.ts';
import type { AuditOwner } from '../../repositories/audits/turns.ts';
import { insertChargedAudit } from '../../repositories/audits/audits.ts';
import { findAdmission } from '../../repositories/audits/admission.ts';
import { claimKey, rememberAnswer, type KeyedRequest } from '../../repositories/limits/idempotency.ts';
import { bodyHash } from './idempotency-key.ts';
import type { AuditRoutesOptions } from './options.ts';

/** What starting takes. */
export type StartParts = Pick<AuditRoutesOptions, 'db' | 'queue' | 'phasesOf' | 'metering'>;

/** A start that is well-formed. */
export interface StartRequest {
  domain: DomainName;
  scanMode: ScanMode;
  private: boolean;
  idempotencyKey: string | null;
}

/** The answer to a start; replayed where an earlier request with its key got it. */
export interface Accepted {
  started: AuditStarted;
  replayed: boolean;
}

const ownerOf = (principal: Principal): AuditOwner =>
  principal.kind === 'account'
    ? { accountId: principal.accountId, network: null }
    : { accountId: null, network: principal.network };

const toStarted = (row: AuditRow): AuditStarted => ({
  id: toAuditId(row.id),
  domain: row.domain,
  status: 'queued',
  startedAt: row.started_at.getTime(),
  phasesTotal: row.phases_total,
});

/** The answer that a key has already; null for a new key. Throws where the key cannot be used now, or for this. */
async function answeredBefore(trx: DbTransaction, keyed: KeyedRequest): Promise<AuditStarted | null> {
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
async function admitStart(
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

/** Writes the audit with what it costs, and either its job or whose measurement it takes. */
async function startNew(
  trx: DbTransaction,
  { queue, phasesOf, metering }: StartParts,
  principal: Principal,
  { domain: { ascii: domain, registrableDomain }, scanMode, private: isPrivate }: StartRequest,
): Promise<AuditRow> {
  const owner = ownerOf(principal);
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

/**
 * Accepts a start: the audit, its credit, its job and what its key answers from now on are one transaction, and nothing
 * is answered before it is durable. Throws an AppError where the start is refused; then nothing of it is kept.
 */
export async function acceptStart(options: StartParts, principal: Principal, request: StartRequest): Promise<Accepted> {
  const asked = { domain: request.domain.ascii, scanMode: request.scanMode, private: request.private };
  const { idempotencyKey: key } = request;
  const keyed = key === null ? null : { owner: principalKey(principal), key, bodyHash: bodyHash(asked) };
  return options.db.transaction().execute(async (trx) => {
    const before = keyed === null ? null : await answeredBefore(trx, keyed);
    if (before !== null) return { started: before, replayed: true };
    const row = await startNew(trx, options, principal, request);
    const started = toStarted(row);
    if (keyed !== null) await rememberAnswer(trx, keyed, row.id, started);
    return { started, replayed: false };
  });
}
