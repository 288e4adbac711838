import type { Why } from '../../evidence/causes/cause.ts';
import { type Cause, causes } from '../../evidence/causes.data.ts';
import { causeOfWords } from '../../evidence/worded.ts';

/** Why a check is inconclusive, and what the reader can do. */
export function explained({ cause, reason }: Why): string {
  const end = /[.!?]$/.test(reason) ? '' : '.';
  return `${reason}${end} ${causes[cause].step}`;
}

const isCause = (text: string): text is Cause => Object.hasOwn(causes, text);

/**
 * The cause in a stored reason, which holds no code: by its step, which belongs to one cause. Where the step was worded
 * otherwise at the time, by what the sentence meant then.
 */
export function causeOfReason(reason: string): Cause {
  const told = Object.keys(causes).find((cause) => isCause(cause) && reason.endsWith(` ${causes[cause].step}`));
  return told !== undefined && isCause(told) ? told : causeOfWords(reason);
}
