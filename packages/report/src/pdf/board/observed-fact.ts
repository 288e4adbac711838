import type { Finding } from '@perimeter/contract/finding';
import { shortened } from '../typography.ts';

// Descriptions state the observed value, then the expected one.
const EXPECTED = /[;.]\s+expected:[^]*$/iu;
const TIME_OF_DAY = /(?<=\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/gu;

const SUITES = /(?<first>TLS_\w+)(?<others>(?:, TLS_\w+)+)(?: and (?<more>\d+) more)?/gu;

/** A list of cipher suites shortened to the first one and the number of others. */
const withoutSuites = (text: string): string =>
  text.replaceAll(SUITES, (_, first: string, others: string, more: string | undefined) => {
    const left = others.split(', TLS_').length - 1 + Number(more ?? 0);
    return `${first} and ${left} more`;
  });

/** The observed fact in a line or two: without the expected value, and with dates instead of times. */
export function observedFact({ description }: Pick<Finding, 'description'>, maxLength: number): string {
  const fact = withoutSuites(description.replace(EXPECTED, '').replaceAll(TIME_OF_DAY, '').trim());
  return shortened(fact === '' || /[.!?…]$/u.test(fact) ? fact : `${fact}.`, maxLength);
}
