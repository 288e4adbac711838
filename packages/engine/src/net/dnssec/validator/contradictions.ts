import { decodeNsec, deniedByNsec } from '@perimeter/protocols/dns/denial/nsec';
import { decodeNsec3, deniedByNsec3, type HashName } from '@perimeter/protocols/dns/denial/nsec3';
import type { DenialQuestion, Denied } from '@perimeter/protocols/dns/denial/verdict';
import { decodeRrsig, type Rrsig } from '@perimeter/protocols/dns/dnssec';
import { toUpperHex } from '@perimeter/protocols/dns/encodings';
import type { Message } from '@perimeter/protocols/dns/message';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { decodeAll, rrsetOf, type Rrset, type SignedZone } from '../rrset.ts';
import { countedLabels, type JudgedSet } from './record-set.ts';
import { mostIterations } from './work.ts';

/** A signed denial of a signed set of the same zone that was also answered. */
export interface Contradiction {
  record: ResourceRecord;
  denies: Denied;
  name: string;
  type: string;
  /** Age in the resolver's cache: records of different times may both have been true. */
  denialAgeSeconds: number;
  setAgeSeconds: number;
}

/** Verifies signatures and hashes names, within an audit's limits. */
export interface Arithmetic {
  signatures: (rrset: Rrset, zone: SignedZone) => Promise<readonly JudgedSet[]>;
  hashName: HashName;
}

/** Most sets and denials that are compared; honest audits have fewer than twenty of each. */
const mostCompared = 64;
/** Most contradictions that are verified. */
const mostKept = 8;

/** A set from one answer, with its age in the cache in seconds. */
interface Aged {
  rrset: Rrset;
  signature: Rrsig;
  ageSeconds: number;
}

const denialTypes = ['NSEC', 'NSEC3'];

/** Upper bound for the TTL of a zone's denials: its SOA's TTL and minimum (RFC 2308 section 5, RFC 9077 section 3). */
function negativeTtl({ authorities }: Message): number {
  const soa = authorities.find(({ type }) => type === typeCode('SOA'));
  if (soa === undefined) return Number.POSITIVE_INFINITY;
  const minimum = soa.rdata.slice(-4).reduce((value, octet) => value * 256 + octet, 0);
  const signed = decodeAll(rrsetOf(authorities, soa.name.toLowerCase(), 'SOA').signatures, decodeRrsig);
  return Math.min(minimum, ...signed.map(({ originalTtl }) => originalTtl));
}

/** Sets that the zone signed for exactly their owner: records from a wildcard do not exist by themselves. */
function setsIn(section: readonly ResourceRecord[], zone: string, longestTtl = Number.POSITIVE_INFINITY): Aged[] {
  const places = new Map(section.map(({ name, type }) => [`${name.toLowerCase()} ${type}`, { name, type }]));
  return [...places.values()].flatMap(({ name, type }) => {
    const owner = name.toLowerCase();
    const rrset = rrsetOf(section, owner, typeName(type));
    const [record] = rrset.records;
    const signature = decodeAll(rrset.signatures, decodeRrsig).find(
      ({ signer, labels }) => signer === zone && labels === countedLabels(owner),
    );
    if (record === undefined || signature === undefined || !isAtOrBelow(owner, zone)) return [];
    return [{ rrset, signature, ageSeconds: Math.max(0, Math.min(signature.originalTtl, longestTtl) - record.ttl) }];
  });
}

/** Each set once, by its latest answer; servers that differ give several. */
function once(sets: readonly Aged[]): Aged[] {
  const youngestLast = sets.toSorted((a, b) => b.ageSeconds - a.ageSeconds);
  const keyOf = ({ rrset: { name, type, records } }: Aged): string =>
    [name, type, ...records.map(({ rdata }) => toUpperHex(rdata)).toSorted()].join(' ');
  return [...new Map(youngestLast.map((set) => [keyOf(set), set])).values()].slice(0, mostCompared);
}

/** What one record denies of a query; null where it denies nothing or is malformed. */
function deniedBy(record: ResourceRecord, question: DenialQuestion, hashName: HashName): Denied | null {
  try {
    if (record.type === typeCode('NSEC')) return deniedByNsec(question, decodeNsec(record));
    const nsec3 = decodeNsec3(record);
    const isRead = nsec3 !== null && nsec3.algorithm === 1 && nsec3.iterations <= mostIterations;
    return isRead ? deniedByNsec3(question, nsec3, hashName) : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/**
 * Signed records by which a zone denies what it also answers: resolvers that reuse cached denials then make the set
 * disappear (RFC 8198). Each denial is compared with all answers, because it may deny more than its own query.
 */
export async function contradictionsIn(
  messages: readonly Message[],
  zone: SignedZone,
  arithmetic: Arithmetic,
): Promise<Contradiction[]> {
  const isDenial = ({ rrset }: Aged): boolean => denialTypes.includes(rrset.type);
  const denials = once(
    messages.flatMap((message) => setsIn(message.authorities, zone.name, negativeTtl(message)).filter(isDenial)),
  );
  const sets = once(messages.flatMap(({ answers }) => setsIn(answers, zone.name)).filter((set) => !isDenial(set)));
  const isValid = async ({ rrset }: Aged): Promise<boolean> =>
    (await arithmetic.signatures(rrset, zone)).some(({ security }) => security === 'secure');
  const hashName: HashName = (name, parameters) => arithmetic.hashName(name, parameters);
  const found: Contradiction[] = [];
  for (const denial of denials)
    for (const set of sets) {
      const { name, type } = set.rrset;
      const [record] = denial.rrset.records;
      if (record === undefined || found.length >= mostKept) continue;
      const denies = deniedBy(record, { name, type: typeCode(type) }, hashName);
      if (denies === null || !(await isValid(denial)) || !(await isValid(set))) continue;
      const [denialAgeSeconds, setAgeSeconds] = [denial.ageSeconds, set.ageSeconds];
      found.push({ record, denies, name, type, denialAgeSeconds, setAgeSeconds });
    }
  return found;
}
