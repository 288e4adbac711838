import { type Edns, queryEdns } from './edns.ts';
import { flagsOf, type Message } from './message.ts';
import { internetClass } from './record.ts';

/** A question and its options: recursion and EDNS with DO are on by default. */
export interface QueryOptions {
  id: number;
  /** In the spelling that goes on the wire. */
  name: string;
  type: number;
  recursionDesired?: boolean;
  /** CD: show answers that fail validation, too (RFC 4035 section 3.2.2). */
  checkingDisabled?: boolean;
  /** False: none; default: version 0 with DO. */
  edns?: boolean | Edns;
  /** Default: IN. */
  class?: number;
}

/** A query with one question; AD is set to request the AD bit (RFC 6840 section 5.7). */
export function buildQuery({
  id,
  name,
  type,
  recursionDesired = true,
  checkingDisabled = false,
  edns = true,
  class: klass = internetClass,
}: QueryOptions): Message {
  return {
    id,
    opcode: 0,
    flags: flagsOf({ recursionDesired, checkingDisabled, authenticated: true }),
    responseCode: 0,
    questions: [{ name, type, class: klass }],
    answers: [],
    authorities: [],
    additionals: [],
    edns: typeof edns === 'object' ? edns : edns ? queryEdns(true) : null,
  };
}

/** Gives each letter of a name a random case, for resolvers that echo it: more bits that a forger must guess. */
export function mixCase(name: string, randomByte: () => number): string {
  return name.replace(/[a-z]/gi, (letter) => (randomByte() % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase()));
}
