import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { ZoneFacts } from '../../evidence/dnssec/schema.ts';
import type { TrustAnchor } from '../../net/dnssec/anchors.ts';
import type { ProofStep } from '../../net/dnssec/validator/security.ts';
import type { ProbeContext } from '../probe.ts';
import { denialFactsOf, keysOf, messageOf, setOf, signaturesOf } from './asking.ts';
import { settled } from '../disputed.ts';
import { dsFactsOf, keyFactsOf } from './key-facts.ts';
import { mostKeys } from '../../evidence/dnssec/chain-member.ts';

/** The zone of a name, by the SOA in an answer about it; null: unknown. */
export async function apexOf(context: ProbeContext, name: string): Promise<string | null> {
  const message = await messageOf(context, name, 'SOA');
  const soa = typeCode('SOA');
  const owners = [...(message?.answers ?? []), ...(message?.authorities ?? [])]
    .filter(({ type }) => type === soa)
    .map((record) => canonicalName(record.name));
  return owners.find((owner) => isAtOrBelow(name, owner)) ?? null;
}

/** The zones that the validator passed on the way to the apex, from the top, including the apex. */
export function zonesOnTheWay(apex: string, proof: readonly ProofStep[]): string[] {
  const passed = proof.filter(({ kind }) => kind === 'keys' || kind === 'delegation').map(({ name }) => name);
  return [...new Set([...passed.filter((name) => isAtOrBelow(apex, name)), apex])];
}

/** One zone: its DS records or anchors, its keys, and the signatures of both. */
export async function zoneFactsOf(
  context: ProbeContext,
  name: string,
  { parent, anchors }: { parent: string | null; anchors: TrustAnchor['records'] },
): Promise<ZoneFacts> {
  const [judged, keySet, dsMessage, dsSet] = await Promise.all([
    context.validator.validate(name, 'DNSKEY'),
    setOf(context, name, 'DNSKEY'),
    parent === null ? null : messageOf(context, name, 'DS'),
    parent === null ? null : setOf(context, name, 'DS'),
  ]);
  const pointers = parent === null ? anchors : (dsSet?.records ?? []);
  const ds = pointers.filter(({ type }) => type === typeCode('DS'));
  const keys = keySet?.records ?? [];
  const denial = judged.proof.find((step) => step.kind === 'delegation' && step.name === name)?.denial;
  const [dsSignatures, keySignatures] = await Promise.all([
    parent === null || dsSet === null ? [] : signaturesOf(context, dsSet, await keysOf(context, parent)),
    keySet === null ? [] : signaturesOf(context, keySet, await keysOf(context, name)),
  ]);
  const { security, reason } = await settled(context, judged);
  const effective = security === judged.security ? judged.effective : { security, reason };
  return {
    name,
    security,
    reason,
    effective: { security: effective.security, reason: effective.reason },
    ds: parent !== null && dsSet === null ? null : dsFactsOf(name, ds, keys),
    dsSignatures,
    dsDenial: denial === undefined ? null : denialFactsOf(dsMessage, denial),
    keys: keySet === null ? null : keyFactsOf(name, keys.slice(0, mostKeys), pointers),
    keyCount: keys.length,
    keySignatures,
  };
}
