import type { DenialGap } from '@perimeter/protocols/dns/denial/verdict';
import type { Rrsig } from '@perimeter/protocols/dns/dnssec';
import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import type { Security, SecurityReason } from '../../../evidence/dns/schema.ts';

/** A security with its reason. */
export interface Judged {
  security: Security;
  reason: SecurityReason;
}

/** What the verified records of a denial say. */
export interface ShownDenial {
  kind: 'nsec' | 'nsec3' | 'compact' | 'opt-out' | 'none';
  proves: 'nxdomain' | 'nodata' | 'no-ds' | 'wildcard' | null;
  /** What the proof lacks; null where it is whole. */
  lacks: DenialGap | null;
  /** An empty name, or a wildcard, explains why nothing is there. */
  by?: 'name' | 'empty-non-terminal' | 'wildcard' | 'span' | 'compact' | 'opt-out';
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
  /** Keys that the parent's DS records, or anchors, point to. */
  entryKeys?: readonly { algorithm: number; keyTag: number }[];
  /** How a name or type was denied, or why not. */
  denial?: ShownDenial;
  /** Whether a zone without DS has keys. */
  hasKeys?: boolean;
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

/** Why an answer is unusable; null for a usable one. */
export function unanswered(message: Message | null): Judged | null {
  if (message === null) return indeterminate('no-answer');
  const { responseCode } = message;
  const isAnswer = responseCode === responseCodes.noError || responseCode === responseCodes.nameError;
  return isAnswer ? null : indeterminate('response-code');
}
