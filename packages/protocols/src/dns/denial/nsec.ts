import { canonicalName, decodeName, isAtOrBelow, labelsOf } from '../name.ts';
import type { ResourceRecord } from '../record.ts';
import { decodeTypeBitmaps } from '../types.ts';
import { commonAncestor, compareNames, wildcardOf } from './canonical-order.ts';
import {
  deniedAtMatch,
  isCut,
  judgeMatch,
  judgeWildcard,
  type Denial,
  type DenialQuestion,
  type Denied,
} from './verdict.ts';

/** An NSEC record: nothing exists between the two names (RFC 4034 section 4). */
export interface Nsec {
  owner: string;
  next: string;
  types: ReadonlySet<number>;
}

/** Reads an NSEC record, the names canonical; throws ProtocolError. */
export function decodeNsec({ name, rdata }: ResourceRecord): Nsec {
  const { name: next, next: offset } = decodeName(rdata, 0, { compressed: false });
  const types = new Set(decodeTypeBitmaps(rdata.subarray(offset)));
  return { owner: canonicalName(name), next: canonicalName(next), types };
}

/** True where the name lies between the two; the last record of a zone reaches to its end. */
function covers({ owner, next }: Nsec, name: string): boolean {
  if (compareNames(owner, name) >= 0) return false;
  return compareNames(next, owner) <= 0 || compareNames(name, next) < 0;
}

/** True where the record applies to the name: it is not the parent's side of a delegation above it. */
const speaksOf = ({ owner, types }: Nsec, name: string): boolean => !(isCut(types) && isAtOrBelow(name, owner));

/** The closest name above that exists, by the record that covers a name. */
function closestEncloser({ owner, next }: Nsec, name: string): string {
  const [left, right] = [commonAncestor(name, owner), commonAncestor(name, next)];
  return labelsOf(left).length >= labelsOf(right).length ? left : right;
}

/** Judges what NSEC records of one zone deny (RFC 4035 section 5.4, RFC 6840 section 4, RFC 9824). */
export function judgeNsec(question: DenialQuestion, records: readonly Nsec[]): Denial {
  const { name } = question;
  const match = records.find(({ owner }) => owner === name);
  if (match !== undefined) return judgeMatch(match.types, question);
  const span = records.find((record) => covers(record, name) && speaksOf(record, name));
  if (span === undefined) return { proves: null, lacks: 'span' };
  if (isAtOrBelow(span.next, name)) return { proves: 'nodata', by: 'empty-non-terminal', delegated: false };
  const wildcard = wildcardOf(closestEncloser(span, name));
  const atWildcard = records.find(({ owner }) => owner === wildcard);
  if (atWildcard !== undefined) return judgeWildcard(atWildcard.types, question);
  const starSpan = records.find((record) => covers(record, wildcard) && speaksOf(record, wildcard));
  if (starSpan === undefined) return { proves: null, lacks: 'wildcard' };
  // A wildcard that only has names below it answers, with nothing (RFC 4592 section 2.2.2).
  return isAtOrBelow(starSpan.next, wildcard)
    ? { proves: 'nodata', by: 'wildcard', delegated: false }
    : { proves: 'nxdomain', by: 'span' };
}

/**
 * True where the records prove that a wildcard with this number of labels, without the asterisk, was allowed to answer
 * for a name: no closer name exists (RFC 4035 section 5.3.4).
 */
export const allowsWildcardByNsec = (name: string, labelCount: number, records: readonly Nsec[]): boolean =>
  records.some(
    (record) =>
      covers(record, name) &&
      speaksOf(record, name) &&
      !isAtOrBelow(record.next, name) &&
      labelsOf(closestEncloser(record, name)).length === labelCount,
  );

/** What one record alone denies of a query, as resolvers use it (RFC 8198); null: nothing. */
export function deniedByNsec(question: DenialQuestion, record: Nsec): Denied | null {
  const { name } = question;
  if (record.owner === name) return deniedAtMatch(record.types, question);
  if (!covers(record, name) || !speaksOf(record, name)) return null;
  return isAtOrBelow(record.next, name) ? 'type' : 'name';
}
