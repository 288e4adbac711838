import type { Rrsig } from '@perimeter/protocols/dns/dnssec';
import { responseCodes, type Message } from '@perimeter/protocols/dns/message';

/** RFC 4033 section 5. */
export type Security = 'secure' | 'insecure' | 'bogus' | 'indeterminate';

/** Why data has its security. */
export type SecurityReason =
  | 'signed'
  // Insecure.
  | 'no-ds'
  | 'opt-out'
  | 'unsupported-algorithm'
  | 'unsupported-digest'
  // Bogus.
  | 'ds-mismatch'
  | 'key-missing'
  | 'rrsig-missing'
  | 'rrsig-expired'
  | 'rrsig-not-yet'
  | 'rrsig-invalid'
  | 'denial-missing'
  | 'denial-wrong'
  // Indeterminate.
  | 'no-anchor'
  | 'no-answer'
  | 'response-code'
  | 'alias-loop'
  | 'stripped'
  | 'capped';

/** A security with its reason. */
export interface Judged {
  security: Security;
  reason: SecurityReason;
}

/** One set of records, one denial or one zone on the way to an answer. */
export interface ProofStep extends Judged {
  kind: 'keys' | 'delegation' | 'records' | 'denial';
  name: string;
  type: string;
  /** The zone whose keys count; null where none was reached. */
  zone: string | null;
  /** The signature that decided. */
  signature: Omit<Rrsig, 'signature'> | null;
}

/** What the resolver answered with checking disabled; null where no answer could be had. */
export type ValidationLookup = (name: string, type: string) => Promise<Message | null>;

/** Bogus beats all: one bad link spoils an answer; what is not known comes before what is known to be unsigned. */
const worstFirst: readonly Security[] = ['bogus', 'indeterminate', 'insecure', 'secure'];

/** The weakest of judgements, the first of equals. */
export function weakest<T extends Judged>(first: T, ...others: readonly T[]): T {
  const rank = ({ security }: Judged): number => worstFirst.indexOf(security);
  return others.reduce((worst, judged) => (rank(judged) < rank(worst) ? judged : worst), first);
}

export const secure: Judged = { security: 'secure', reason: 'signed' };
export const capped: Judged = { security: 'indeterminate', reason: 'capped' };
export const bogus = (reason: SecurityReason): Judged => ({ security: 'bogus', reason });
export const insecure = (reason: SecurityReason): Judged => ({ security: 'insecure', reason });
export const indeterminate = (reason: SecurityReason): Judged => ({ security: 'indeterminate', reason });

/** Why an answer says nothing; null for one that does. */
export function unanswered(message: Message | null): Judged | null {
  if (message === null) return indeterminate('no-answer');
  const { responseCode } = message;
  const isAnswer = responseCode === responseCodes.noError || responseCode === responseCodes.nameError;
  return isAnswer ? null : indeterminate('response-code');
}
