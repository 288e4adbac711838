import { parseDomain } from '@perimeter/protocols/domain/name';
import { usualScopes } from '@perimeter/contract/account/plan';
import type { ProblemCode } from '@perimeter/contract/problem';
import { type AccountPrincipal, chargerOf, principalKey } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { CountRequest } from '../../rate-limits/counters.ts';
import { limitPolicies } from '../../rate-limits/policies.data.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { endBatch, nextItem, pauseBatch, settleItem, takeBatch } from '../../repositories/batches/steps.ts';
import type { BatchRow } from '../../repositories/schema/batches.ts';
import type { DbTransaction } from '../../repositories/schema/schema.ts';
import { startNew, type StartParts } from '../audit/start/start-new.ts';
import { requireConfirmed } from '../../accounts/caller.ts';

/** What running batches needs. */
export interface BatchParts extends StartParts {
  /** Null: no rate limits. */
  count: CountRequest | null;
}

/** How many starts of each window are left for other requests. */
const leftForOthers = 2;

/** Problems that pause a batch until its holder acts; any other problem concerns one domain. */
const pausing: ReadonlySet<ProblemCode> = new Set([
  'credits_exhausted',
  'email_unconfirmed',
  'account_leaving',
  'unauthorized',
]);

/** The principal of the batch's account, as if it sent the request. Throws unauthorized if the account is disabled. */
async function holderOf(
  trx: DbTransaction,
  { account_id: accountId, charged_by: charged }: BatchRow,
): Promise<AccountPrincipal> {
  const account = await findAccount(trx, accountId);
  if (account === undefined) throw new AppError('unauthorized');
  const isConfirmed = account.confirmed_at !== null;
  const { plan } = account;
  return {
    kind: 'account',
    accountId,
    personId: null,
    role: null,
    isAdmin: false,
    ofAdmin: account.is_admin,
    lacksFactor: false,
    plan,
    isConfirmed,
    isLeaving: account.leaves_at !== null,
    ...chargerOf(charged),
    scopes: usualScopes,
  };
}

/** Counts a start against the account's rate limit; returns whether it is allowed, and the time until the next. */
async function paceOf(
  count: CountRequest | null,
  holder: AccountPrincipal,
): Promise<{ mayStart: boolean; waitMs: number }> {
  if (count === null) return { mayStart: true, waitMs: 0 };
  const { allowed, remaining, resetMs } = await count('start', limitPolicies.start[holder.plan], principalKey(holder));
  return { mayStart: allowed, waitMs: remaining <= leftForOthers ? Math.max(1, resetMs) : 0 };
}

type Step = { kind: 'started'; waitMs: number } | { kind: 'stopped'; waitMs: number };

/**
 * Starts the next domain of a batch and records that in one transaction, so that a crash neither repeats nor loses one.
 */
export async function step(parts: BatchParts, id: string): Promise<Step> {
  const { db, count } = parts;
  const at: { position: number | null } = { position: null };
  try {
    return await db.transaction().execute(async (trx): Promise<Step> => {
      const batch = await takeBatch(trx, id);
      if (batch === undefined) return { kind: 'stopped', waitMs: 0 };
      const item = await nextItem(trx, id);
      if (item === undefined) {
        await endBatch(trx, id);
        return { kind: 'stopped', waitMs: 0 };
      }
      const holder = await holderOf(trx, batch);
      requireConfirmed(holder);
      at.position = item.position;
      const parsed = parseDomain(item.domain);
      if (!parsed.ok) throw new AppError('invalid_domain');
      const pace = await paceOf(count, holder);
      if (!pace.mayStart) return { kind: 'stopped', waitMs: pace.waitMs };
      const { scan_mode: scanMode, is_private: isPrivate, authority } = batch;
      const asked = { domain: parsed.domain, scanMode, private: isPrivate, authority, idempotencyKey: null };
      const audit = await startNew(trx, parts, holder, asked);
      await settleItem(trx, { batchId: id, position: item.position }, { status: 'started', audit_id: audit.id });
      return { kind: 'started', waitMs: pace.waitMs };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (pausing.has(error.code) || at.position === null) await pauseBatch(db, id, error.code);
    else await settleItem(db, { batchId: id, position: at.position }, { status: 'refused', reason: error.code });
    return { kind: pausing.has(error.code) ? 'stopped' : 'started', waitMs: 0 };
  }
}
