import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '@perimeter/report/nearest';

/** Said on stderr, with exit code 2. */
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

/** What stands in a command line: each option's last value and all of them, and what belongs to no option. */
export interface Parsed {
  values: Values;
  all: (name: string) => readonly string[];
  positionals: readonly string[];
}

/** A typed text as messages repeat it: in one line, without what may be a password in it, as in a pasted URL. */
export const echoed = (text: string): string =>
  text
    .replace(/.*@/su, '…@')
    .replace(/\?.*$/su, '?…')
    .replaceAll(/\s*[\r\n]\s*/gu, ' ');

/** A value that an option does not take, and those that it does. */
export const invalidValue = (option: string, value: unknown, use: string): UsageError =>
  new UsageError(`Invalid value "${echoed(String(value))}" for --${option}: use ${use}`);

/** The same where the values are words: with the one that may be meant. */
export const unknownChoice = (option: string, value: unknown, known: readonly string[]): UsageError =>
  invalidValue(option, value, `${known.join(', ')}${hintOn(String(value), known)}`);

/** "Did you mean" with the known word that is closest; nothing where none is. */
export function hintOn(typed: string, known: readonly string[], prefix = ''): string {
  const found = nearest(typed, known);
  return found === null ? '' : `. Did you mean ${prefix}${found}?`;
}

/** How to write a value that begins with a dash, which would be taken for an option; nothing where it is one. */
function dashHint(option: string, options: Options, args: readonly string[]): string {
  const value = args[args.lastIndexOf(option) + 1] ?? '';
  const isOption = value.replace(/^-+|=.*$/gsu, '') in options || value.length < 2;
  return option.startsWith('--') && value.startsWith('-') && !isOption
    ? `. A value that begins with "-" is written ${option}=${echoed(value)}`
    : '';
}

/** Joins options with negative numbers behind them: no option is a number, and each option says which it takes. */
const withNumbers = (args: readonly string[], options: Options): string[] => {
  const end = args.indexOf('--');
  const isNumber = (at: number): boolean =>
    /^-\d/u.test(args[at] ?? '') &&
    (end < 0 || at < end) &&
    /^--[^=]+$/u.test(args[at - 1] ?? '') &&
    options[args[at - 1]?.slice(2) ?? '']?.type === 'string';
  return args.flatMap((arg, at) => (isNumber(at) ? [] : isNumber(at + 1) ? [`${arg}=${args[at + 1]}`] : [arg]));
};

/** Why Node's parser refused the arguments, in words of our own: by its codes, and by the option that it names. */
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

/** Reads arguments by Node's own parser; throws UsageError where they do not fit the options. */
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

/** The one of a closed list that an option names, in any case. */
export function choice<T extends string>(values: Values, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (found === undefined) throw unknownChoice(name, value, allowed);
  return found;
}

/** How a verdict is written. */
export const verdictFormats = ['text', 'json'] as const;

/** An error about arguments that nobody needs. */
export const unexpected = (texts: readonly string[], why = ''): UsageError =>
  new UsageError(`Unexpected argument "${echoed(texts.join(' '))}"${why}`);

/** The word after a command that says what it does. */
export function actionOf<T extends string>(typed: string, known: readonly T[]): T {
  const found = known.find((one) => one === typed);
  if (found === undefined)
    throw new UsageError(`Unknown action "${echoed(typed)}": use ${known.join(', ')}${hintOn(typed, known)}`);
  return found;
}
