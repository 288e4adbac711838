import { anyStep, type NextStep, nextSteps } from './next-steps.data.ts';

/** Names with a dot, except for files that sites provide for machines. */
const names = /(?<![\w-])(?!(?:robots|security)\.txt(?![\w.-]))(?:[\w-]+\.)+[a-z][a-z\d-]*/gi;
/** A server's own words follow its code, or the description of its failure. */
const saidByServer = /((?:with code|:25:) \d{3}\b:? |does not (?:speak SMTP|upgrade): ).*/s;

/**
 * A cause without text from the other side: a domain may be called registry.example, and a mail server may send any
 * text, and neither shows who hid the answer. Underscore labels are ours.
 */
const ownWords = (cause: string): string =>
  cause.replace(saidByServer, '$1').replaceAll(names, (name) => name.replaceAll(/(?<![\w-])(?!_)[\w-]+/g, 'x'));

/** The row of a cause; null: none matches. */
export function nextStepOf(cause: string): NextStep | null {
  const words = ownWords(cause);
  const fits = (row: NextStep): boolean =>
    row.cause instanceof RegExp
      ? row.cause.test(words)
      : row.cause.some((text) => text.split(/\{\d\}/).every((part) => words.includes(part)));
  return nextSteps.find(fits) ?? null;
}

/** Why a check is inconclusive, and what the reader can do. */
export function explained(cause: string): string {
  const end = /[.!?]$/.test(cause) ? '' : '.';
  return `${cause}${end} ${nextStepOf(cause)?.step ?? anyStep}`;
}

/** The row of a reason from `explained`: by its cause, without the step. */
export function causeRowOf(reason: string): NextStep | null {
  const told = [...nextSteps.map(({ step }) => step), anyStep].find((step) => reason.endsWith(` ${step}`));
  const cause = told === undefined ? reason : reason.slice(0, -told.length - 1);
  return nextStepOf(cause.replace(/\.$/, ''));
}
