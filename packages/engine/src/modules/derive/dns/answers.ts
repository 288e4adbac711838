import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import type { DnsAnswer, DnsEvidence } from '../../../evidence/dns/schema.ts';
import { failureText } from '../../../evidence/failure-text.ts';

/** The answer for a name and type; undefined: not asked. */
export const answerFor = ({ dns }: { dns: DnsEvidence }, name: string, type: string): DnsAnswer | undefined =>
  dns.answers.find((answer) => answer.name === name && answer.type === type);

/** Why the first of these answers that says nothing does so; null where all say something. */
export const gapOfAny = (asked: readonly DnsAnswer[]): Plain | null =>
  asked.map((answer) => answerGap(answer, `${answer.type} ${answer.name}`)).find((gap) => gap !== null) ?? null;

/** Why an answer says nothing; null where it says something. */
export function answerGap(answer: DnsAnswer | undefined, what: string): Plain | null {
  if (answer === undefined) return inconclusive(`${what} was not queried`);
  if (['answer', 'nodata', 'nxdomain'].includes(answer.status)) return null;
  return inconclusive(`${what}: ${answer.failure === undefined ? answer.status : failureText(answer.failure)}`);
}
