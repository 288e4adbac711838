import { ByteReader } from '../../byte-reader.ts';
import { compareBytes, sameBytes } from '../../bytes.ts';
import { fromBase32Hex } from '../encodings.ts';
import { canonicalName, isAtOrBelow, joinLabels, labelsOf } from '../name.ts';
import type { ResourceRecord } from '../record.ts';
import { decodeTypeBitmaps } from '../types.ts';
import { ancestorOf, oneBelow, wildcardOf } from './canonical-order.ts';
import {
  asksForDs,
  deniedAtMatch,
  isCut,
  judgeMatch,
  judgeWildcard,
  type Denial,
  type DenialQuestion,
  type Denied,
} from './verdict.ts';

/** How names of a zone are hashed (RFC 5155 section 3.1). */
export interface Nsec3Parameters {
  algorithm: number;
  iterations: number;
  salt: Uint8Array;
}

/** An NSEC3 record: nothing hashes to a value between the two (RFC 5155 section 3). */
export interface Nsec3 extends Nsec3Parameters {
  zone: string;
  hash: Uint8Array;
  next: Uint8Array;
  optOut: boolean;
  types: ReadonlySet<number>;
}

/** Hashes a canonical name with the parameters of a zone (RFC 5155 section 5). */
export type HashName = (name: string, parameters: Nsec3Parameters) => Uint8Array;

/** The one flag that is defined; records with others are ignored (RFC 5155 section 8.2). */
const optOutFlag = 0x01;

/** Reads an NSEC3 record; null for one that must be ignored for its flags; throws ProtocolError. */
export function decodeNsec3({ name, rdata }: ResourceRecord): Nsec3 | null {
  const [label = '', ...above] = labelsOf(canonicalName(name));
  const reader = new ByteReader(rdata);
  const [algorithm, flags, iterations] = [reader.u8(), reader.u8(), reader.u16()];
  const salt = reader.take(reader.u8());
  const next = reader.take(reader.u8());
  const types = new Set(decodeTypeBitmaps(reader.rest()));
  if ((flags & ~optOutFlag) !== 0) return null;
  const optOut = (flags & optOutFlag) !== 0;
  return { zone: joinLabels(above), hash: fromBase32Hex(label), algorithm, iterations, salt, next, optOut, types };
}

/** No record covers an empty hash, which stands for one that was not computed. */
function covers({ hash, next }: Nsec3, wanted: Uint8Array): boolean {
  if (wanted.length === 0) return false;
  const [afterOwner, beforeNext] = [compareBytes(hash, wanted) < 0, compareBytes(wanted, next) < 0];
  return compareBytes(hash, next) < 0 ? afterOwner && beforeNext : afterOwner || beforeNext;
}

/** The records of one zone with one set of parameters: others are ignored (RFC 5155 section 8.2). */
class Chain {
  readonly zone: string;
  readonly #records: readonly Nsec3[];
  readonly #hash: (name: string) => Uint8Array;

  constructor(first: Nsec3, records: readonly Nsec3[], hashName: HashName) {
    this.zone = first.zone;
    this.#records = records.filter(
      ({ zone, algorithm, iterations, salt }) =>
        zone === first.zone &&
        algorithm === first.algorithm &&
        iterations === first.iterations &&
        sameBytes(salt, first.salt),
    );
    this.#hash = (name) => hashName(name, first);
  }

  matching(name: string): Nsec3 | undefined {
    const wanted = this.#hash(name);
    return this.#records.find(({ hash }) => sameBytes(hash, wanted));
  }

  covering(name: string): Nsec3 | undefined {
    const wanted = this.#hash(name);
    return this.#records.find((record) => covers(record, wanted));
  }

  /** The longest ancestor of a name that has a record (RFC 5155 section 8.3); null without one, or where it ends the zone. */
  closestEncloser(name: string): string | null {
    for (let count = labelsOf(name).length - 1; count >= labelsOf(this.zone).length; count--) {
      const ancestor = ancestorOf(name, count);
      const match = this.matching(ancestor);
      if (match !== undefined) return isCut(match.types) ? null : ancestor;
    }
    return null;
  }
}

function chainOf(name: string, records: readonly Nsec3[], hashName: HashName): Chain | null {
  const first = records.find(({ zone }) => isAtOrBelow(name, zone));
  return first === undefined ? null : new Chain(first, records, hashName);
}

/** Judges what NSEC3 records of one zone deny (RFC 5155 section 8). The caller bounds iterations and the number of records. */
export function judgeNsec3(question: DenialQuestion, records: readonly Nsec3[], hashName: HashName): Denial {
  const { name } = question;
  const chain = chainOf(name, records, hashName);
  if (chain === null) return { proves: null, lacks: 'span' };
  const match = chain.matching(name);
  if (match !== undefined) return judgeMatch(match.types, question);
  const encloser = chain.closestEncloser(name);
  if (encloser === null) return { proves: null, lacks: 'closest-encloser' };
  const nextCloser = chain.covering(oneBelow(encloser, name));
  if (nextCloser === undefined) return { proves: null, lacks: 'next-closer' };
  if (nextCloser.optOut)
    return asksForDs(question) ? { proves: 'no-ds', by: 'opt-out' } : { proves: null, lacks: 'opt-out' };
  const wildcard = wildcardOf(encloser);
  const atWildcard = chain.matching(wildcard);
  if (atWildcard !== undefined) return judgeWildcard(atWildcard.types, question);
  return chain.covering(wildcard) === undefined
    ? { proves: null, lacks: 'wildcard' }
    : { proves: 'nxdomain', by: 'span' };
}

/** True where the next closer name below the wildcard's parent is covered (RFC 5155 section 8.8). */
export function allowsWildcardByNsec3(
  name: string,
  labelCount: number,
  records: readonly Nsec3[],
  hashName: HashName,
): boolean {
  const chain = chainOf(name, records, hashName);
  return chain?.covering(ancestorOf(name, labelCount + 1)) !== undefined;
}

/** What one record alone denies of a query, as resolvers use it (RFC 8198); null: nothing. */
export function deniedByNsec3(question: DenialQuestion, record: Nsec3, hashName: HashName): Denied | null {
  if (!isAtOrBelow(question.name, record.zone)) return null;
  const wanted = hashName(question.name, record);
  if (wanted.length > 0 && sameBytes(record.hash, wanted)) return deniedAtMatch(record.types, question);
  // An opt-out span leaves out delegations, so that resolvers do not use it (RFC 8198 section 5.2).
  return !record.optOut && covers(record, wanted) ? 'name' : null;
}
