import { anyStep, type NextStep, nextSteps } from './next-steps.data.ts';

/** Names with a dot, apart from files that sites have for machines. */
const names = /(?<![\w-])(?!(?:robots|security)\.txt(?![\w.-]))(?:[\w-]+\.)+[a-z][a-z\d-]*/gi;
/** What a server says in its own words stands behind its code, or behind what it does not do. */
const saidByServer = /((?:with code|:25:) \d{3}\b:? |does not (?:speak SMTP|upgrade): ).*/s;

/**
 * A cause without what the other side chose: a domain may be called registry.example, and a mail server may say what it
 * likes, and neither tells who hid the answer. Labels with an underscore are ours.
 */
const ownWords = (cause: string): string =>
  cause.replace(saidByServer, '$1').replaceAll(names, (name) => name.replaceAll(/(?<![\w-])(?!_)[\w-]+/g, 'x'));

/** The row of a cause; null: none fits. */
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

/** The row of a reason that `explained` wrote: of the cause in it, without the step. */
export function causeRowOf(reason: string): NextStep | null {
  const told = [...nextSteps.map(({ step }) => step), anyStep].find((step) => reason.endsWith(` ${step}`));
  const cause = told === undefined ? reason : reason.slice(0, -told.length - 1);
  return nextStepOf(cause.replace(/\.$/, ''));
}
