import { fillTemplate } from '@perimeter/protocols/template';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { type Why, whyAs } from '../causes/cause.ts';
import { detailOf } from '../failure-text.ts';
import { answerTexts } from './answer-texts.data.ts';
import type { TlsEndpoint, TlsVersion, VersionAnswer } from './schema.ts';

/** How a version was accepted or refused, in one clause; earlier audits kept the clause itself. */
export function answerText(answer: VersionAnswer): string {
  if (typeof answer === 'string') return answer;
  return 'code' in answer ? fillTemplate(answerTexts[answer.code], answer.values ?? []) : detailOf(answer);
}

/** That a list of cipher suites is not whole, and why, as far as the evidence says it. */
export function interruption({ version, cuts = [] }: TlsVersion): Why {
  const why = cuts.map((cut) => `: ${detailOf(cut)}`).join('');
  return whyAs(['not-reached', ...cuts], 'suites-interrupted', { version, why });
}

/** Why an endpoint took no connection, in one clause; null where it took one. */
export const unreachableText = ({ unreachable }: Pick<TlsEndpoint, 'unreachable'>): string | null =>
  unreachable === null ? null : detailOf(unreachable);

// "ServerHello 0303 c02f" names its suite by number alone.
const endsInSuite = /\b(?:ServerHello|HelloRetryRequest) [0-9a-f]{4} ([0-9a-f]{4})$/;

/** The same with the name of the suite that was chosen. */
export function answerWithSuite(answer: VersionAnswer): string {
  const text = answerText(answer);
  const code = endsInSuite.exec(text)?.[1];
  return code === undefined ? text : `${text} ${suiteName(Number.parseInt(code, 16))}`;
}
