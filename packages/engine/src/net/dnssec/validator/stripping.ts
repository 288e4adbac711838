import type { Message } from '@perimeter/protocols/dns/message';
import { joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import { unanswered, type ValidationLookup } from './security.ts';

const signature = typeCode('RRSIG');
const denials = new Set([typeCode('NSEC'), typeCode('NSEC3')]);

/** A nonexistent name; a zone with a trust anchor must prove its absence. */
const controlLabel = 'perimeter-control';

const hasDenial = ({ authorities }: Message): boolean =>
  authorities.some(({ type }) => denials.has(type)) && authorities.some(({ type }) => type === signature);

/**
 * True where a resolver strips DNSSEC data: the trust anchor's zone, which is signed, comes without signatures or
 * without proof of a missing name. Records missing elsewhere then prove nothing about the zone.
 */
export async function leavesOutProofs(anchorZone: string, ask: ValidationLookup): Promise<boolean> {
  const control = joinLabels([controlLabel, ...labelsOf(anchorZone)]);
  const [keys, denial] = await Promise.all([ask(anchorZone, 'DNSKEY'), ask(control, 'DS')]);
  if (keys === null || denial === null || unanswered(keys) !== null || unanswered(denial) !== null) return true;
  return !keys.answers.some(({ type }) => type === signature) || !hasDenial(denial);
}
