import { parseArgs, type ParseArgsConfig } from 'node:util';

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

/** Reads arguments by Node's own parser; throws UsageError where they do not fit the options. */
export function parse(args: readonly string[], options: Options): Parsed {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const lists = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
    return {
      values: Object.fromEntries([...lists].map(([name, list]) => [name, list.at(-1)])),
      all: (name) => (lists.get(name) ?? []).map(String),
      positionals,
    };
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'Invalid arguments';
    throw new UsageError(said.replace(/^Option '([^']+)' argument missing$/u, 'Missing value of option $1'));
  }
}

/** The one of a closed list that an option names, in any case. */
export function choice<T extends string>(values: Values, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (found === undefined) throw new UsageError(`Invalid value "${value}" for --${name}: use ${allowed.join(', ')}`);
  return found;
}
