/** One record: owner relative to the zone (or `@`), type, and data as a zone file writes it. */
export type ZoneRecord = readonly [owner: string, type: string, data: string];

/** How a zone is signed, and its signing fault. */
export interface Signing {
  /** Signed here instead of by ldns, with keys that no packaged tool makes. */
  readonly own?: OwnSigning;
  readonly algorithm: SigningAlgorithm;
  /** A second algorithm, with keys and DS of its own. */
  readonly second?: SigningAlgorithm;
  /** Bits of RSA keys; default 2048. */
  readonly bits?: number;
  readonly denial: 'nsec' | 'nsec3';
  readonly nsec3?: { readonly iterations?: number; readonly salt?: string; readonly optOut?: boolean };
  /** Digests of the DS records; default SHA-256 alone. */
  readonly digests?: readonly (1 | 2 | 4)[];
  /** CDS records of its key. */
  readonly cds?: boolean;
  readonly fault?: SigningFault;
}

/** The key material: RSA with size or weakness, an elliptic curve, or bytes that are not a key. */
export type KeyMaterial =
  | 'rsa512'
  | 'rsa2048'
  | 'rsa4096'
  | 'rsa-e3'
  | 'rsa-roca'
  | 'rsa-close-primes'
  | 'p256'
  | 'p384'
  | 'mldsa44'
  | 'opaque';

/** A key of a zone signed here; the first one signs the keys and has the DS, the last one signs the rest. */
export interface OwnKeyPlan {
  readonly material: KeyMaterial;
  /** IANA's number, or an unassigned one. */
  readonly algorithm: number;
  /** Default: 257 of the first key, 256 of the others. */
  readonly flags?: number;
}

/** The online signer of a zone; the parent has the DS of its first key. */
export type LiveSigner = 'own' | 'knot' | 'powerdns';

/**
 * How an online signer denies: compact (RFC 9824), compact without NXNAME, or invalidly: by an NSEC record with another
 * span, an NSEC3 record with the type, or NSEC3 records without the closest encloser.
 */
export type LiveDenial = 'compact' | 'compact-without-nxname' | 'wrong-span' | 'wrong-bitmap' | 'no-closest';

/** Signatures made with each answer. */
export interface LiveSigning {
  readonly by: LiveSigner;
  /** Of our own signer; default: compact. */
  readonly denial?: LiveDenial;
  /** Seconds until the one-day signatures begin; default: they began an hour ago. */
  readonly beginsInSeconds?: number;
  /** The server of our two whose signatures ended a day ago; the other's are valid. */
  readonly expiredAt?: 'live1' | 'live2';
}

/** How a zone is signed here: with NSEC, offline or online. */
export interface OwnSigning {
  readonly keys: readonly OwnKeyPlan[];
  readonly live?: LiveSigning;
  /** NSEC3 with opt-out instead of NSEC. */
  readonly optOut?: boolean;
  /** An owner below the zone (or `@`) and a type that NSEC denies although it exists. */
  readonly hides?: readonly [owner: string, type: string];
  /** Hours until the signatures end (they began two weeks ago); signed again at each start of the lab. */
  readonly hours?: number;
  /** TTL of all records; default 300. */
  readonly ttl?: number;
  /** The number of keys with one tag, and of wrong signatures with that tag per set (CVE-2023-50387). */
  readonly sameTag?: number;
}

/** Algorithms that the zones are signed with. */
export type SigningAlgorithm =
  | 'RSASHA1'
  | 'RSASHA1-NSEC3-SHA1'
  | 'RSASHA256'
  | 'RSASHA512'
  | 'ECDSAP256SHA256'
  | 'ECDSAP384SHA384'
  | 'ED25519'
  | 'ED448';

/** A fault of a signed zone or of its parent's records. */
export type SigningFault =
  | 'bogus' // the parent's DS matches no key
  | 'expired' // the signatures ended in 2020
  | 'future' // the signatures begin in 2040
  | 'long' // the signatures are valid for years
  | 'island' // the parent has no DS
  | 'unsigned' // the parent has a DS, the zone no keys
  | 'unknown-algorithm' // the parent's DS has an algorithm that nobody knows
  | 'unknown-digest' // the parent's DS has a digest type that nobody knows
  | 'orphan' // a second DS without a key
  | 'text-unsigned' // TXT records without signature
  | 'text-corrupt' // TXT records whose signature does not verify
  | 'text-expired' // TXT records whose signature has expired; all others are valid
  | 'denial-missing' // no NSEC or NSEC3 records
  | 'one-algorithm' // signatures of the second algorithm alone
  | 'wrong-signer' // TXT with a signature that names the parent as its signer
  | 'too-many-labels' // TXT with a signature that counts more labels than the name has
  | 'longer-ttl' // TXT with a TTL beyond the one that was signed
  | 'nsec3-no-cover'; // only the NSEC3 record of the apex

/** A zone of the lab. */
export interface Zone {
  /** Without the final dot; empty for the root. */
  readonly origin: string;
  readonly nameServers: readonly string[];
  readonly records: readonly ZoneRecord[];
  readonly signing?: Signing;
  /** The primary in its SOA; default: the first name server. */
  readonly primary?: string;
  /** Refresh, retry, expire and minimum of its SOA. */
  readonly timers?: string;
  /** Zone transfer (AXFR) is open to anyone. */
  readonly openTransfer?: boolean;
}

const timeToLive = 300;
const serial = 2026010101;

/** The zone in the format of RFC 1035 section 5. */
export function zoneText({ origin, nameServers, records, ...zone }: Zone): string {
  const { primary = nameServers[0] ?? 'ns1.nic.lab', timers = `14400 3600 1209600 ${timeToLive}` } = zone;
  return [
    `$ORIGIN ${origin}.`,
    `$TTL ${timeToLive}`,
    `@ IN SOA ${primary}. hostmaster.nic.lab. ${serial} ${timers}`,
    ...nameServers.map((name) => `@ IN NS ${name}.`),
    ...records.map(([owner, type, data]) => `${owner} IN ${type} ${data}`),
    '',
  ].join('\n');
}

/** The records that a parent holds for a child, apart from its DS. */
export function delegation(child: Zone, parent: string): readonly ZoneRecord[] {
  const owner = parent === '' ? `${child.origin}.` : child.origin.slice(0, -(parent.length + 1));
  return child.nameServers.map((name): ZoneRecord => [owner, 'NS', `${name}.`]);
}

/** Data of a TXT record, cut into strings of 255 octets. */
export function text(content: string): string {
  const strings = content.match(/.{1,255}/gs) ?? [''];
  return strings.map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

/** Data in the form for unknown types (RFC 3597 section 5). */
export function opaque(octets: Uint8Array): string {
  return `\\# ${octets.length} ${Buffer.from(octets).toString('hex')}`;
}

/** HTTPS record in service mode for the owner itself (RFC 9460 sections 2 and 7). */
export function httpsRecord(
  alpn: readonly string[],
  { ipv4Hint, ipv6Hint, ech }: { ipv4Hint?: string; ipv6Hint?: string; ech?: Uint8Array },
): Buffer {
  const protocols = Buffer.concat(alpn.map((id) => Buffer.concat([Buffer.from([id.length]), Buffer.from(id)])));
  return Buffer.concat([
    Buffer.from([0, 1, 0]),
    parameter(1, protocols),
    ...(ipv4Hint === undefined ? [] : [parameter(4, Buffer.from(ipv4Hint.split('.').map(Number)))]),
    ...(ech === undefined ? [] : [parameter(5, ech)]),
    ...(ipv6Hint === undefined ? [] : [parameter(6, ipv6Octets(ipv6Hint))]),
  ]);
}

function parameter(key: number, value: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(key, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** The sixteen octets of an address, with or without `::`. */
export function ipv6Octets(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const groups = (part: string | undefined): readonly string[] =>
    part === undefined || part === '' ? [] : part.split(':');
  const before = groups(head);
  const after = groups(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** The name under ip6.arpa of an address, or of a prefix of it counted in nibbles (RFC 3596 section 2.5). */
export function ipv6ReverseName(address: string, nibbles = 32): string {
  return `${Array.from(ipv6Octets(address).toString('hex').slice(0, nibbles)).toReversed().join('.')}.ip6.arpa`;
}
