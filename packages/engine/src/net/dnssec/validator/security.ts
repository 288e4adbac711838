import type { DenialGap } from '@perimeter/protocols/dns/denial/verdict';
import type { Rrsig } from '@perimeter/protocols/dns/dnssec';
import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import type { Security, SecurityReason } from '../../../evidence/dns/schema.ts';

/** A security with its reason. */
export interface JudgedSecurity {
  security: Security;
  reason: SecurityReason;
}

/** What the verified records of a denial prove. */
export interface ShownDenial {
  kind: 'nsec' | 'nsec3' | 'compact' | 'opt-out' | 'none';
  proves: 'nxdomain' | 'nodata' | 'no-ds' | 'wildcard' | null;
  /** What the proof lacks; null where it is complete. */
  lacks: DenialGap | null;
  /** Why the records do not exist: the name itself, an empty non-terminal, or a wildcard. */
  by?: 'name' | 'empty-non-terminal' | 'wildcard' | 'span' | 'compact' | 'opt-out';
}

/** One set of records, one denial or one zone on the way to an answer. */
export interface ProofStep extends JudgedSecurity {
  kind: 'keys' | 'delegation' | 'records' | 'denial';
  name: string;
  type: string;
  /** The zone whose keys decide; null where none was reached. */
  zone: string | null;
  /** The deciding signature. */
  signature: Omit<Rrsig, 'signature'> | null;
  /** Keys with a matching DS of the parent or anchor. */
  entryKeys?: readonly { algorithm: number; keyTag: number }[];
  /** The denial of a name or type, or its fault. */
  denial?: ShownDenial;
  /** Whether a zone without DS has keys. */
  hasKeys?: boolean;
}

/** The resolver's answer with CD; null where there is none. */
export type ValidationLookup = (name: string, type: string) => Promise<Message | null>;

/** Bogus outweighs everything: one bad link invalidates an answer; indeterminate outweighs insecure. */
const worstFirst: readonly Security[] = ['bogus', 'indeterminate', 'insecure', 'secure'];

/** The weakest judgement, the first of equal ones. */
export function weakest<T extends JudgedSecurity>(first: T, ...others: readonly T[]): T {
  const rank = ({ security }: JudgedSecurity): number => worstFirst.indexOf(security);
  return others.reduce((worst, judged) => (rank(judged) < rank(worst) ? judged : worst), first);
}

export const secure: JudgedSecurity = { security: 'secure', reason: 'signed' };
export const capped: JudgedSecurity = { security: 'indeterminate', reason: 'capped' };
export const bogus = (reason: SecurityReason): JudgedSecurity => ({ security: 'bogus', reason });
export const insecure = (reason: SecurityReason): JudgedSecurity => ({ security: 'insecure', reason });
export const indeterminate = (reason: SecurityReason): JudgedSecurity => ({ security: 'indeterminate', reason });

/** Why an answer is unusable; null for a usable one. */
export function unanswered(message: Message | null): JudgedSecurity | null {
  if (message === null) return indeterminate('no-answer');
  const { responseCode } = message;
  const isAnswer = responseCode === responseCodes.noError || responseCode === responseCodes.nameError;
  return isAnswer ? null : indeterminate('response-code');
}
