import { anyStep, type NextStep, nextSteps } from './next-steps.data.ts';

/** The row of a cause; null: none fits. */
export const nextStepOf = (cause: string): NextStep | null =>
  nextSteps.find((row) =>
    row.cause instanceof RegExp
      ? row.cause.test(cause)
      : row.cause.some((text) => text.split(/\{\d\}/).every((part) => cause.includes(part))),
  ) ?? null;

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
