import { nearest } from '@perimeter/report/nearest';
import { type ColourMode, colourModes } from './display.ts';

/** Printed on stderr, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The last value of each option. */
export type Values = Record<string, string | boolean | undefined>;

/** What an option names; null where it is not given. */
export const givenText = (values: Values, name: string): string | null =>
  values[name] === undefined ? null : String(values[name]);

/** The file that an option names. */
export function fileOf(values: Values, name: string): string | null {
  if (values[name] === '') throw new UsageError(`Missing file name for --${name}`);
  return givenText(values, name);
}

/** An argument as messages repeat it: on one line, without a possible password, as in a pasted URL. */
export const echoed = (text: string): string =>
  text
    .replace(/.*@/su, '…@')
    .replace(/\?.*$/su, '?…')
    .replaceAll(/\s*[\r\n]\s*/gu, ' ');

/** The error for an invalid value of an option, with the valid ones. */
export const invalidValue = (option: string, value: unknown, use: string): UsageError =>
  new UsageError(`Invalid value "${echoed(String(value))}" for --${option}: use ${use}`);

/** The same for values that are words, with a suggestion. */
export const unknownChoice = (option: string, value: unknown, known: readonly string[]): UsageError =>
  invalidValue(option, value, `${known.join(', ')}${hintOn(String(value), known)}`);

/** "Did you mean" with the closest known word; empty if none is close. */
export function hintOn(typed: string, known: readonly string[], prefix = ''): string {
  const found = nearest(typed, known);
  return found === null ? '' : `. Did you mean ${prefix}${found}?`;
}

/** The one of a closed list that an option names, in any case. */
export function choice<T extends string>(values: Values, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (found === undefined) throw unknownChoice(name, value, allowed);
  return found;
}

/** The formats of commands that print a list. */
export const formats = ['table', 'json'] as const;
/** The formats of commands that print a verdict. */
export const verdictFormats = ['text', 'json'] as const;

export const colourOf = (values: Values): ColourMode => choice(values, 'color', colourModes, 'auto');

/** How a verdict is written, as it was asked. */
export const verdictWriting = (values: Values): { format: (typeof verdictFormats)[number]; colour: ColourMode } => ({
  format: choice(values, 'format', verdictFormats, values['json'] === true ? 'json' : 'text'),
  colour: colourOf(values),
});

/** The arguments that a command takes, neither more nor fewer. */
export function exactly(typed: readonly string[], names: readonly string[], usage: string): readonly string[] {
  const missing = names[typed.length];
  if (missing !== undefined) throw new UsageError(`Missing argument ${missing}. Usage: ${usage}`);
  if (typed.length > names.length)
    throw new UsageError(`Unexpected argument "${echoed(typed.slice(names.length).join(' '))}". Usage: ${usage}`);
  return typed;
}

/** The one argument of a command. */
export const only = (typed: readonly string[], name: string, usage: string): string =>
  exactly(typed, [name], usage)[0] ?? '';

/** The word after a command that selects its action. */
export function actionOf<T extends string>(typed: string, known: readonly T[]): T {
  const found = known.find((one) => one === typed);
  if (found === undefined)
    throw new UsageError(`Unknown action "${echoed(typed)}": use ${known.join(', ')}${hintOn(typed, known)}`);
  return found;
}
