import { hashName, nsecChain } from '@perimeter/protocols/dns/denial/testing/zone';
import { oneBelow, wildcardOf } from '@perimeter/protocols/dns/denial/canonical-order';
import { toBase32Hex } from '@perimeter/protocols/dns/encodings';
import type { Question } from '@perimeter/protocols/dns/record';
import { typeName } from '@perimeter/protocols/dns/types';
import type { LoadedZone } from '../own-zones.ts';
import type { LiveDenial } from '../zone.ts';

/** The denied question, its zone, and the types at its name. */
export interface Denied {
  readonly zone: LoadedZone;
  readonly question: Question;
  /** Types at the name; null: the name does not exist. */
  readonly types: readonly number[] | null;
}

const names = (types: readonly number[]): string => [...new Set(types)].map(typeName).join(' ');

/** The name right after another one (RFC 4471 section 3.1.2). */
const after = (name: string): string => `\\000.${name}`;

/** A single NSEC record at the queried name (RFC 9824 section 3). */
const compact =
  (marker: readonly string[]) =>
  ({ question: { name }, types }: Denied): string[] => {
    const own = types === null ? marker.join(' ') : names(types);
    return [`${name}. 300 IN NSEC ${after(name)}. ${own} RRSIG NSEC`];
  };

/** The chain's first record, whose span ends before the queried names. */
function wrongSpan({ zone: { origin } }: Denied): string[] {
  const chain = nsecChain({ apex: origin, owners: { [origin]: ['SOA', 'NS', 'TXT', 'DNSKEY'], [`a.${origin}`]: [] } });
  return chain.slice(0, 1).map(({ owner, next, types }) => `${owner}. 300 IN NSEC ${next}. ${names([...types])}`);
}

/** SHA-1, no more iterations and no salt (RFC 9276 section 3.1). */
const parameters = { algorithm: 1, iterations: 0, salt: new Uint8Array() };

/** The hash plus or minus one. */
function moved(hash: Uint8Array, by: -1 | 1): Uint8Array {
  const value = BigInt(`0x${Buffer.from(hash).toString('hex')}`) + BigInt(by);
  return Buffer.from(value.toString(16).padStart(hash.length * 2, '0'), 'hex');
}

const nsec3 = (origin: string, from: Uint8Array, to: Uint8Array, types: string): string =>
  `${toBase32Hex(from)}.${origin}. 300 IN NSEC3 1 0 0 - ${toBase32Hex(to)} ${types}`.trimEnd();

/** An NSEC3 record that matches a name and covers nothing. */
function matching({ origin }: LoadedZone, name: string, types: string): string {
  const hash = hashName(name, parameters);
  return nsec3(origin, hash, moved(hash, 1), types);
}

/** An NSEC3 record that covers only one name (RFC 7129 appendix B). */
function covering({ origin }: LoadedZone, name: string): string {
  const hash = hashName(name, parameters);
  return nsec3(origin, moved(hash, -1), moved(hash, 1), '');
}

/** The bitmap at the name claims that it has the type. */
const wrongBitmap = ({ zone, question: { name, type }, types }: Denied): string[] => [
  matching(zone, name, names([...(types ?? []), type, 46])),
];

/** Next closer name and wildcard are covered, but no record proves the closest encloser. */
const noClosest = ({ zone, question: { name } }: Denied): string[] => [
  covering(zone, oneBelow(zone.origin, name)),
  covering(zone, wildcardOf(zone.origin)),
];

/** The records of each kind of denial, as lines of a zone file. */
export const denials: Readonly<Record<LiveDenial, (denied: Denied) => readonly string[]>> = {
  compact: compact(['NXNAME']),
  'compact-without-nxname': compact([]),
  'wrong-span': wrongSpan,
  'wrong-bitmap': wrongBitmap,
  'no-closest': noClosest,
};

/** True if a missing name is answered as an existing one without the type (RFC 9824 section 3.4). */
export const isCompact = (denial: LiveDenial): boolean => denial.startsWith('compact');
