import { expiryMistake, type Waiver } from '@perimeter/contract/waiver/waiver';
import { AppError } from '../../http/errors.ts';
import type { WaiverRow } from '../../repositories/schema/shared.ts';
import { prefixedIds } from '../../shown/prefixed-ids.ts';

/** Ids of waivers. */
export const waiverIds = prefixedIds('wvr_', 'waiver_not_found');

/** A waiver in the API. */
export const toWaiver = (row: WaiverRow): Waiver => ({
  id: waiverIds.toId(row.id),
  domain: row.domain,
  fingerprint: row.fingerprint,
  checkId: row.check_id,
  host: row.host,
  severity: row.severity,
  reason: row.reason,
  owner: row.owner,
  expires: row.expires,
  createdAt: row.created_at.getTime(),
});

/** Throws if a waiver cannot end on this day. */
export function requireExpiry(expires: string | undefined, nowMs: number): void {
  const message = expires === undefined ? null : expiryMistake(expires, nowMs);
  if (message !== null) throw new AppError('invalid_request', { errors: [{ pointer: '/expires', message }] });
}
