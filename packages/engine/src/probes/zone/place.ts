import { unobserved, untested } from '../../evidence/observed.ts';
import type { ZoneEvidence, ZoneServer } from '../../evidence/zone/schema.ts';
import { refusedBy } from '../../evidence/refused-address.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { ProbeContext } from '../probe.ts';
import { askServer, type BatteryResult } from './battery.ts';
import { zoneLimits } from './questions.data.ts';
import type { ZoneNames } from './questions.ts';
import type { ServerPlace } from './roster.ts';
import { unaskedServer } from './server-facts.ts';

/** The result of one place, or its evidence without any packet; with the reason if it is reported. */
export type AskedPlace = { place: ServerPlace; left: ZoneEvidence['notAsked'][number]['why'] | null } & (
  | { result: BatteryResult }
  | { server: ZoneServer }
);

/** Error codes of an address family without a local route. */
const noFamilyCodes: readonly string[] = ['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Why no packet was sent to an address; null: packets were sent. */
function barrierOf({ udp }: BatteryResult): ZoneEvidence['notAsked'][number]['why'] | null {
  if (udp.ok) return null;
  const { failure } = udp;
  if (failure.reason === 'blocked') return 'opted-out';
  const values = 'values' in failure ? (failure.values ?? []) : [];
  return failure.reason === 'unreachable' && noFamilyCodes.some((code) => values.includes(code)) ? 'no-family' : null;
}

/** Queries one place if the guard and its owner allow it. */
export async function askPlace(
  context: ProbeContext,
  place: ServerPlace,
  names: ZoneNames,
  hasExistence: boolean,
): Promise<AskedPlace> {
  const { guard, authoritative, signal, target } = context;
  const { address, hasExtras } = place;
  const verdict = guard.check(address);
  if (!verdict.allowed) {
    const { blockedBy } = verdict;
    const why = untested('address-refused', address, blockedBy);
    const server = unaskedServer(place, why, { allowed: false, ...refusedBy(verdict) });
    return { place, left: 'special-purpose', server };
  }
  const [host = ''] = place.names;
  using deadline = startDeadline(signal, { name: `ask(${address})`, timeoutMs: zoneLimits.serverMs });
  const plan = { hasExtras, hasExistence, isDeep: target.scanMode === 'deep' };
  const asking = { client: authoritative, server: { address, host }, names, signal: deadline.signal };
  const result = await askServer(asking, plan);
  const left = barrierOf(result);
  if (left !== 'opted-out' || result.udp.ok) return { place, left, result };
  const why = unobserved(result.udp.failure);
  return { place, left, server: unaskedServer(place, why, { allowed: false, blockedBy: left, refusal: left }) };
}
