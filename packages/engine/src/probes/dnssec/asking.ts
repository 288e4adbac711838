import type { Message } from '@perimeter/protocols/dns/message';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import type { DenialFacts, SignatureFacts } from '../../evidence/dnssec/schema.ts';
import { isKnownAlgorithm } from '../../net/dnssec/algorithms.ts';
import { decodeAll, rrsetOf, zoneKeysOf, type Rrset, type SignedZone } from '../../net/dnssec/rrset.ts';
import type { ShownDenial } from '../../net/dnssec/validator/security.ts';
import { decodeRrsig } from '@perimeter/protocols/dns/dnssec';
import type { ProbeContext } from '../probe.ts';

/** Most signatures and denial records stored per answer: honest ones have up to four. */
const mostKept = 8;

/** The whole message of an answer; null where there is none. */
export async function messageOf(
  { resolver, signal }: ProbeContext,
  name: string,
  type: string,
): Promise<Message | null> {
  const exchanged = await resolver.exchange(name, type, { signal });
  return exchanged.ok && (exchanged.message.responseCode === 0 || exchanged.message.responseCode === 3)
    ? exchanged.message
    : null;
}

/** The records of a name and type in an answer; null where there is no answer. */
export async function setOf(context: ProbeContext, name: string, type: string): Promise<Rrset | null> {
  const message = await messageOf(context, name, type);
  return message === null ? null : rrsetOf(message.answers, name, type);
}

/** The zone's DNSKEY records, trusted or not. */
export async function keysOf(context: ProbeContext, zone: string): Promise<SignedZone> {
  const rrset = await setOf(context, zone, 'DNSKEY');
  return { name: zone, keys: zoneKeysOf(rrset?.records ?? []) };
}

const verdicts: Readonly<Record<string, SignatureFacts['verdict']>> = {
  signed: 'valid',
  'rrsig-expired': 'expired',
  'rrsig-not-yet': 'not-yet',
  'rrsig-invalid': 'invalid',
  capped: 'not-verified',
};

/** Each signature of a set, verified by the keys of a zone, in the order of algorithm and key. */
export async function signaturesOf(
  { validator }: ProbeContext,
  rrset: Rrset,
  zone: SignedZone,
): Promise<SignatureFacts[]> {
  const found = await Promise.all(
    rrset.signatures.slice(0, mostKept).map(async (signature) => {
      const [judged] = await validator.signatures({ ...rrset, signatures: [signature] }, zone);
      return decodeAll([signature], decodeRrsig).map(
        ({ algorithm, keyTag, labels, originalTtl, inception, expiration, signer }): SignatureFacts => ({
          algorithm,
          keyTag,
          labels,
          originalTtl,
          inception,
          expiration,
          signer,
          verdict: isKnownAlgorithm(algorithm) ? (verdicts[judged?.reason ?? ''] ?? 'misplaced') : 'unknown-algorithm',
        }),
      );
    }),
  );
  return found.flat().toSorted((a, b) => a.algorithm - b.algorithm || a.keyTag - b.keyTag);
}

/** The denial of a name or type, with its records. */
export function denialFactsOf(message: Message | null, { kind, proves, lacks }: ShownDenial): DenialFacts {
  const wanted = new Set([typeCode('NSEC'), typeCode('NSEC3')]);
  const records = (message?.authorities ?? [])
    .filter(({ type }) => wanted.has(type))
    .slice(0, mostKept)
    .map(({ name, type, rdata }) => ({
      owner: name.toLowerCase(),
      type: typeName(type) === 'NSEC' ? ('NSEC' as const) : ('NSEC3' as const),
      data: printRdata(type, rdata),
    }))
    .toSorted((a, b) => (a.owner < b.owner ? -1 : 1));
  return { kind, proves, lacks, records };
}
