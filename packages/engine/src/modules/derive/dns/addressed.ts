import type { Plain } from '../../../catalogue/outcome.ts';
import type { DnsAnswer, DnsEvidence } from '../../../evidence/dns/schema.ts';
import { answerGap } from './answers.ts';

interface Answers {
  dns: DnsEvidence;
}

/** The answer for a name of the target, or for a name that an HTTPS record refers to. */
export const answerAt = ({ dns }: Answers, name: string, type: string): DnsAnswer | undefined =>
  [...dns.answers, ...(dns.serviceAnswers ?? [])].find((answer) => answer.name === name && answer.type === type);

/** The addresses in an answer. */
export const addressesIn = (answer: DnsAnswer | undefined, type: string): string[] =>
  (answer?.records ?? []).flatMap((record) => (record.type === type ? [record.data] : []));

/** Whether a name has addresses; a gap where unknown. */
export function addressed(evidence: Answers, name: string): boolean | Plain {
  const answers = (['A', 'AAAA'] as const).map((type) => ({ type, answer: answerAt(evidence, name, type) }));
  if (answers.some(({ type, answer }) => addressesIn(answer, type).length > 0)) return true;
  return answers.map(({ type, answer }) => answerGap(answer, `${type} ${name}`)).find((gap) => gap !== null) ?? false;
}
