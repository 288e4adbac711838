import type { MacroPart } from './macro.ts';

/** The result that a mechanism gives where it matches (RFC 7208 section 4.6.2). */
export type SpfQualifier = 'pass' | 'fail' | 'softfail' | 'neutral';

/** A domain-spec: as written, and in parts. */
export interface DomainSpec {
  text: string;
  parts: readonly MacroPart[];
}

/** A range of addresses: the octets as written and how many bits count. */
export interface AddressRange {
  /** 4 octets or 16. */
  address: Uint8Array;
  bits: number;
}

interface TermOf {
  /** The term as it stands in the record. */
  text: string;
}

interface MechanismOf extends TermOf {
  qualifier: SpfQualifier;
}

/** A mechanism that compares the client with the addresses of a name. */
export interface AddressMechanism extends MechanismOf {
  kind: 'a' | 'mx';
  /** Null: the domain that is checked. */
  domain: DomainSpec | null;
  bits4: number;
  bits6: number;
}

/** A mechanism (RFC 7208 section 5). */
export type SpfMechanism =
  | (MechanismOf & { kind: 'all' })
  | (MechanismOf & { kind: 'include' | 'exists'; domain: DomainSpec })
  | (MechanismOf & { kind: 'ptr'; domain: DomainSpec | null })
  | (MechanismOf & { kind: 'ip4' | 'ip6'; range: AddressRange })
  | AddressMechanism;

/** A modifier (RFC 7208 section 6); unknown ones are ignored. */
export type SpfModifier =
  | (TermOf & { kind: 'redirect' | 'exp'; domain: DomainSpec })
  | (TermOf & { kind: 'unknown'; name: string });

/** A term of a record. */
export type SpfTerm = SpfMechanism | SpfModifier;

/** Why a term, or the whole record, breaks the grammar. */
export type SpfProblemCode =
  | 'not-ascii'
  | 'unknown-mechanism'
  | 'domain-missing'
  | 'domain-invalid'
  | 'address-invalid'
  | 'prefix-length-invalid'
  | 'argument-not-allowed'
  | 'macro-invalid'
  | 'modifier-repeated';

/** One break of the grammar: any makes the record a permanent error (RFC 7208 section 4.6). */
export interface SpfProblem {
  code: SpfProblemCode;
  /** The term that breaks it; of a record outside ASCII the whole record. */
  term: string;
}

/** A record in its terms, and all that is wrong with it. */
export interface SpfRecord {
  terms: readonly SpfTerm[];
  problems: readonly SpfProblem[];
}

/** True for a term that names who may send. */
export const isMechanism = (term: SpfTerm): term is SpfMechanism => 'qualifier' in term;
