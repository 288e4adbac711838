import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '@perimeter/report/nearest';

/** Printed on stderr, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Options = NonNullable<ParseArgsConfig['options']>;

/** The last value of each option. */
export type Values = Record<string, string | boolean | undefined>;

/** The options that all commands share. */
export const common = {
  help: { type: 'boolean', short: 'h' },
  color: { type: 'string' },
  format: { type: 'string', short: 'f' },
} as const satisfies Options;

/** A parsed command line: the last value and all values of each option, and the positional arguments. */
export interface Parsed {
  values: Values;
  all: (name: string) => readonly string[];
  positionals: readonly string[];
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

/** How to pass a value that begins with a dash, which would be read as an option; empty if it is an option. */
function dashHint(option: string, options: Options, args: readonly string[]): string {
  const value = args[args.lastIndexOf(option) + 1] ?? '';
  const isOption = value.replace(/^-+|=.*$/gsu, '') in options || value.length < 2;
  return option.startsWith('--') && value.startsWith('-') && !isOption
    ? `. A value that begins with "-" is written ${option}=${echoed(value)}`
    : '';
}

/** Joins options with negative numbers after them, because no option is a number. */
const withNumbers = (args: readonly string[], options: Options): string[] => {
  const end = args.indexOf('--');
  const isNumber = (at: number): boolean =>
    /^-\d/u.test(args[at] ?? '') &&
    (end < 0 || at < end) &&
    /^--[^=]+$/u.test(args[at - 1] ?? '') &&
    options[args[at - 1]?.slice(2) ?? '']?.type === 'string';
  return args.flatMap((arg, at) => (isNumber(at) ? [] : isNumber(at + 1) ? [`${arg}=${args[at + 1]}`] : [arg]));
};

/** The message for an error of Node's parser, by its code and option. */
function refusal(error: unknown, options: Options, args: readonly string[]): string {
  if (!(error instanceof Error) || !('code' in error)) return 'Invalid arguments';
  const option = /'(?:-\w, )?(?<name>--?[^'\s=]+)/u.exec(error.message)?.groups?.['name'] ?? '';
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `Unknown option ${echoed(option)}${hintOn(option.replace(/^-+/u, ''), Object.keys(options), '--')}`;
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return 'Invalid arguments';
  const takesNone = options[option.replace(/^-+/u, '')]?.type === 'boolean';
  return takesNone
    ? `Option ${option} takes no value`
    : `Missing value for ${option}${dashHint(option, options, args)}`;
}

/** Parses arguments with Node's parser; throws UsageError if they do not fit the options. */
export function parse(args: readonly string[], options: Options): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: withNumbers(args, options),
      options,
      allowPositionals: true,
      strict: true,
    });
    const lists = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
    return {
      values: Object.fromEntries([...lists].map(([name, list]) => [name, list.at(-1)])),
      all: (name) => (lists.get(name) ?? []).map(String),
      positionals,
    };
  } catch (error) {
    throw new UsageError(refusal(error, options, args));
  }
}

/** An option's value from a closed list, case-insensitive. */
export function choice<T extends string>(values: Values, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (found === undefined) throw unknownChoice(name, value, allowed);
  return found;
}

/** Formats of a verdict. */
export const verdictFormats = ['text', 'json'] as const;

/** The error for unexpected arguments. */
export const unexpected = (texts: readonly string[], why = ''): UsageError =>
  new UsageError(`Unexpected argument "${echoed(texts.join(' '))}"${why}`);

/** The word after a command that selects its action. */
export function actionOf<T extends string>(typed: string, known: readonly T[]): T {
  const found = known.find((one) => one === typed);
  if (found === undefined)
    throw new UsageError(`Unknown action "${echoed(typed)}": use ${known.join(', ')}${hintOn(typed, known)}`);
  return found;
}
