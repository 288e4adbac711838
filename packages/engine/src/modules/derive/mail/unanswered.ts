import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { MailRoute } from '../../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../../evidence/mail-auth/text-answer.ts';

/** Why an answer cannot be used. */
export const unanswered = ({ name, failure }: Pick<TextAnswer, 'name' | 'failure'>): Plain =>
  inconclusive(`TXT ${name}: ${failure === undefined ? 'the lookup failed' : failureText(failure)}`);

/** Why it is not known what a domain does with mail: its MX records, or the SPF record where these were answered. */
export function roleUnknown(domain: string, { status, failure }: MailRoute, spf?: TextAnswer): Plain {
  if (status !== 'failed' && spf?.status === 'failed') return unanswered(spf);
  const why = failure === undefined ? 'whether the domain takes mail could not be determined' : failureText(failure);
  return inconclusive(`MX ${domain}: ${why}`);
}
