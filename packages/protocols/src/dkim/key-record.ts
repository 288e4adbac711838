import { DerReader } from '../der/reader.ts';
import { fromBase64 } from '../dns/encodings.ts';
import { ProtocolError } from '../protocol-error.ts';
import { repeatedNames, splitTags } from '../tag-list.ts';
import { rsaEncryption } from '../x509/algorithms.data.ts';
import { readPublicKey, readPublicKeyInfo, type PublicKey } from '../x509/public-key.ts';

/** The public key of a record. */
export type DkimPublicKey =
  /** The value of `p` is empty: the key was withdrawn. */
  | { kind: 'revoked' }
  /** `p` is missing, is no Base64 or holds no key of the algorithm. */
  | { kind: 'unreadable' }
  /** `wrapped`: as SubjectPublicKeyInfo, as the RFC asks; else a bare RSAPublicKey, which many signers publish. */
  | { kind: 'key'; key: PublicKey; der: Uint8Array; wrapped: boolean };

/** A DKIM key record (RFC 6376 section 3.6.1, RFC 8301, RFC 8463). */
export interface DkimKeyRecord {
  /** `rsa` where no algorithm is named; null for an unknown one. */
  algorithm: 'rsa' | 'ed25519' | null;
  publicKey: DkimPublicKey;
  /** Hashes that may be used; null: all. */
  hashes: readonly string[] | null;
  /** Services the key is for: `*` is all. */
  services: readonly string[];
  /** `t=y`: the domain is testing. */
  testing: boolean;
  /** `t=s`: not for names below the domain. */
  strict: boolean;
  notes: string | null;
}

/** Problems of a record. All except the last two make verifiers ignore the key. */
export type DkimProblem =
  | { code: 'tag-repeated' | 'version-not-first' | 'version-unknown' | 'tag-malformed'; text: string }
  /** `g`, which RFC 6376 removed, or an unknown tag: ignored. */
  | { code: 'tag-removed' | 'tag-unknown'; text: string };

/** A record as read: `void` where verifiers cannot use it. */
export interface ParsedDkimKey {
  record: DkimKeyRecord;
  void: boolean;
  problems: readonly DkimProblem[];
}

const known = new Set(['v', 'h', 'k', 'n', 'p', 's', 't']);

/** RFC 6376 section 3.2: folding white space inside of a value means nothing. */
const withoutSpace = (value: string): string => value.replace(/[ \t\r\n]+/g, '');
const listOf = (value: string): string[] =>
  withoutSpace(value)
    .toLowerCase()
    .split(':')
    .filter((item) => item !== '');

/** Base64 as signers write it, the padding left out or not. */
function octetsOf(text: string): Uint8Array {
  const bare = withoutSpace(text).replace(/=+$/, '');
  return fromBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='));
}

function readRsa(der: Uint8Array): DkimPublicKey {
  try {
    const info = readPublicKeyInfo(DerReader.of(der));
    const key = readPublicKey(info);
    return key.algorithm === 'rsa' ? { kind: 'key', key, der, wrapped: true } : { kind: 'unreadable' };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const key = readPublicKey({ der, algorithm: { der, oid: rsaEncryption, parameters: null }, key: der });
    return { kind: 'key', key, der, wrapped: false };
  }
}

/** RFC 8463 section 4: 32 octets without any wrapping. */
function readEd25519(octets: Uint8Array): DkimPublicKey {
  if (octets.length !== 32) return { kind: 'unreadable' };
  return { kind: 'key', key: { algorithm: 'ed25519', bits: 253 }, der: octets, wrapped: false };
}

function readKey(value: string | undefined, algorithm: 'rsa' | 'ed25519' | null): DkimPublicKey {
  if (value === undefined || algorithm === null) return { kind: 'unreadable' };
  if (withoutSpace(value) === '') return { kind: 'revoked' };
  try {
    const octets = octetsOf(value);
    return algorithm === 'rsa' ? readRsa(octets) : readEd25519(octets);
  } catch (error) {
    if (error instanceof ProtocolError) return { kind: 'unreadable' };
    throw error;
  }
}

const algorithmOf = (value: string | undefined): 'rsa' | 'ed25519' | null =>
  value === undefined || value === 'rsa' ? 'rsa' : value === 'ed25519' ? 'ed25519' : null;

/** Reads a DKIM key record, one character an octet. */
export function parseDkimKey(text: string): ParsedDkimKey {
  const { tags, malformed } = splitTags(text, /^[a-z][a-z0-9_]*$/i);
  const values = new Map(tags.map(({ name, value }) => [name, value]));
  const version = values.get('v');
  const isFirst = tags[0]?.name === 'v' && malformed.every((part) => text.indexOf(part) > 0);
  const breaking: DkimProblem[] = [
    ...malformed.map((part) => ({ code: 'tag-malformed', text: part }) as const),
    ...repeatedNames(tags).map((name) => ({ code: 'tag-repeated', text: name }) as const),
    ...(version === undefined || isFirst ? [] : [{ code: 'version-not-first', text: version } as const]),
    ...(version === undefined || version === 'DKIM1' ? [] : [{ code: 'version-unknown', text: version } as const]),
  ];
  const odd = tags
    .filter(({ name }) => !known.has(name))
    .map(({ name }): DkimProblem => ({ code: name === 'g' ? 'tag-removed' : 'tag-unknown', text: name }));
  const algorithm = algorithmOf(values.get('k'));
  const flags = listOf(values.get('t') ?? '');
  const hashes = values.get('h');
  return {
    record: {
      algorithm,
      publicKey: readKey(values.get('p'), algorithm),
      hashes: hashes === undefined ? null : listOf(hashes),
      services: listOf(values.get('s') ?? '*'),
      testing: flags.includes('y'),
      strict: flags.includes('s'),
      notes: values.get('n') ?? null,
    },
    void: breaking.length > 0,
    problems: [...breaking, ...odd],
  };
}
