import { type Control, controlDays } from '@perimeter/contract/account/control';
import { proofPlaces } from '@perimeter/engine/runner/opt-out/proof';
import { dayMs } from '@perimeter/protocols/durations';
import { createHmac } from 'node:crypto';
import type { ControlRow } from '../../repositories/domains/controls.ts';

/** What a claim proves: control of a domain. */
export const claimOf = (domain: string) => ({ kind: 'domain', name: domain, purpose: 'control' }) as const;

/**
 * The token that an account publishes for a domain. Only this service can make it, and it proves nothing for another
 * account or domain, so it need not be secret.
 */
export const controlToken = (secret: Buffer, accountId: string, domain: string): string =>
  `perimeter-control=${createHmac('sha256', secret).update(`control ${accountId} ${domain}`).digest('base64url').slice(0, 32)}`;

/** The path of a badge. */
export const badgePath = (badgeId: string): string => `/badge/${badgeId}.svg`;

/** A claim in the API; `origin` is that of its badge's URL. */
export function toControl(
  row: ControlRow,
  { secret, nowMs, origin }: { secret: Buffer; nowMs: number; origin: string },
): Control {
  const { account_id: accountId, domain, how, proved_at: proved, checked_at: checked, badge_id: badgeId } = row;
  const lapsesAt = proved === null ? null : proved.getTime() + controlDays * dayMs;
  const { record, file } = proofPlaces(claimOf(domain));
  return {
    domain,
    state: lapsesAt === null ? 'asked' : lapsesAt > nowMs ? 'held' : 'lapsed',
    token: controlToken(secret, accountId, domain),
    record,
    file: file ?? '',
    how,
    provedAt: proved?.getTime() ?? null,
    checkedAt: checked?.getTime() ?? null,
    lapsesAt,
    badge: badgeId === null ? null : `${origin}${badgePath(badgeId)}`,
  };
}
