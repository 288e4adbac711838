import { typeCode } from '../types.ts';

/** The query to deny; the name canonical, the type as its code. */
export interface DenialQuestion {
  name: string;
  type: number;
}

/** What records deny. */
export type Denial =
  /** The name does not exist. */
  | { proves: 'nxdomain'; by: 'span' | 'compact' }
  /** The name exists, or a wildcard stands for it, and has no such type. `delegated`: it is handed to another zone. */
  | { proves: 'nodata'; by: 'name' | 'empty-non-terminal' | 'wildcard'; delegated: boolean }
  /** The parent covers no unsigned delegations here (opt-out): there is no secure DS (RFC 5155 section 6). */
  | { proves: 'no-ds'; by: 'opt-out' }
  /** Nothing; what the proof lacks. */
  | { proves: null; lacks: DenialGap };

/** What a proof lacks. */
export type DenialGap =
  /** No record covers or matches the name. */
  | 'span'
  /** The record at the name says that the type exists. */
  | 'type-exists'
  /** The record stands on the wrong side of a delegation. */
  | 'wrong-side'
  /** No record denies the wildcard at the closest encloser. */
  | 'wildcard'
  | 'closest-encloser'
  | 'next-closer'
  /** The next closer name is in a span that leaves out unsigned delegations. */
  | 'opt-out';

const [ns, soa, cname, dname, ds] = [
  typeCode('NS'),
  typeCode('SOA'),
  typeCode('CNAME'),
  typeCode('DNAME'),
  typeCode('DS'),
];
/** The pseudo-type for nonexistent names in compact denial (RFC 9824 section 3). */
const nxname = typeCode('NXNAME');

type Types = ReadonlySet<number>;

/** A delegation as its parent lists it. */
const isDelegation = (types: Types): boolean => types.has(ns) && !types.has(soa);

/** True where records of this owner do not prove anything about the names below it (RFC 6840 section 4.1). */
export const isCut = (types: Types): boolean => isDelegation(types) || types.has(dname);

/** What the record at the name itself proves about a type (RFC 4035 section 5.4, RFC 6840 sections 4.1 and 4.3). */
export function judgeMatch(types: Types, { name, type }: DenialQuestion): Denial {
  if (types.has(nxname)) return { proves: 'nxdomain', by: 'compact' };
  const isWrongSide = type === ds ? types.has(soa) && name !== '.' : isDelegation(types);
  if (isWrongSide) return { proves: null, lacks: 'wrong-side' };
  if (types.has(type) || types.has(cname)) return { proves: null, lacks: 'type-exists' };
  return { proves: 'nodata', by: 'name', delegated: isDelegation(types) };
}

/** What one record denies: the whole name, or one type of it. */
export type Denied = 'name' | 'type';

/** What the record at the name itself denies of a query; null: nothing. */
export function deniedAtMatch(types: Types, question: DenialQuestion): Denied | null {
  const { proves } = judgeMatch(types, question);
  return proves === null ? null : proves === 'nxdomain' ? 'name' : 'type';
}

/** What the record at the wildcard proves about a type. */
export function judgeWildcard(types: Types, question: DenialQuestion): Denial {
  const judged = judgeMatch(types, question);
  return judged.proves === 'nodata' ? { ...judged, by: 'wildcard' } : judged;
}

/** True for the type whose absence an opt-out span proves. */
export const asksForDs = ({ type }: DenialQuestion): boolean => type === ds;
