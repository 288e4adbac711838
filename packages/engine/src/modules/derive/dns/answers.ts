import { inconclusive, type Plain, openBy, lookupWhy } from '../../../catalogue/outcome.ts';
import type { DnsAnswer, DnsEvidence } from '../../../evidence/dns/schema.ts';

/** The answer for a name and type; undefined: not queried. */
export const answerFor = ({ dns }: { dns: DnsEvidence }, name: string, type: string): DnsAnswer | undefined =>
  dns.answers.find((answer) => answer.name === name && answer.type === type);

/** The gap of the first of these answers that has one; null where none has. */
export const gapOfAny = (asked: readonly DnsAnswer[]): Plain | null =>
  asked.map((answer) => answerGap(answer, `${answer.type} ${answer.name}`)).find((gap) => gap !== null) ?? null;

/** Why nothing follows from an answer; null where something does. */
export function answerGap(answer: DnsAnswer | undefined, what: string): Plain | null {
  if (answer === undefined) return openBy('not-queried', { what });
  if (['answer', 'nodata', 'nxdomain'].includes(answer.status)) return null;
  return inconclusive(lookupWhy(what, answer.failure, answer.status));
}
