import path from 'node:path';
import { UsageError, type Values } from '../argument-values.ts';
import type { Environment } from '../context.ts';
import { serviceAddress } from '../server-mode/address.ts';
import { inOneLine } from '../say.ts';
import type { ReadFile } from './read-yaml.ts';

/** The names of a setting: option, and path in the file; its variable is derived from the option. */
const settings: readonly (readonly [flag: string, path: readonly string[], isSwitch?: true])[] = [
  ['mode', ['mode']],
  ['server', ['server']],
  ['fail-on', ['gate', 'failOn']],
  ['min-grade', ['gate', 'minGrade']],
  ['min-score', ['gate', 'minScore']],
  ['fail-on-new', ['gate', 'failOnNew']],
  ['max-drop', ['gate', 'maxDrop']],
  ['allow-incomplete', ['gate', 'allowIncomplete'], true],
  ['baseline', ['gate', 'baseline']],
  ['strict-accept', ['gate', 'strictAccept'], true],
  ['strict-baseline', ['gate', 'strictBaseline'], true],
];

const variableOf = (flag: string): string => `PERIMETER_${flag.toUpperCase().replaceAll('-', '_')}`;

/** A command's values: options, completed from the environment and the file. */
export interface Settled {
  values: Values;
  /** The origin of each value: "--mode", "PERIMETER_MODE" or "perimeter.yml:3"; absent: the default. */
  origins: ReadonlyMap<string, string>;
}

function switchOf(variable: string, text: string): boolean {
  if (/^(?:1|true)$/iu.test(text)) return true;
  if (/^(?:0|false)$/iu.test(text)) return false;
  throw new UsageError(`Invalid value "${text}" for ${variable}: use true or false`);
}

/** A setting's value in the environment; an empty variable counts as unset. */
function fromEnvironment(flag: string, isSwitch: boolean, env: Environment): string | boolean | undefined {
  const text = env[variableOf(flag)];
  if (text === undefined || text === '') return undefined;
  return isSwitch ? switchOf(variableOf(flag), text) : text;
}

function fromFile(read: ReadFile, flag: string, at: readonly string[]): string | boolean | undefined {
  const value: unknown = read.document.getIn(at);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return flag === 'baseline' ? path.resolve(path.dirname(read.file), String(value)) : String(value);
}

const shownLine = (name: string, value: unknown, origin: string): string =>
  `${inOneLine(`${name}: ${String(value ?? 'none')}  # ${origin}`)}\n`;

/** Option, environment, file: the first with a value takes precedence. */
export function settle(values: Values, env: Environment, read: ReadFile | null): Settled {
  const settled: Values = { ...values };
  const origins = new Map<string, string>();
  for (const [flag, at, isSwitch = false] of settings) {
    const inEnvironment = fromEnvironment(flag, isSwitch, env);
    const inFile = read === null ? undefined : fromFile(read, flag, at);
    if (values[flag] !== undefined) origins.set(flag, `--${flag}`);
    else if (inEnvironment !== undefined) origins.set(flag, variableOf(flag));
    else if (inFile !== undefined && read !== null) origins.set(flag, `${read.file}:${read.lineOf(at)}`);
    settled[flag] = values[flag] ?? inEnvironment ?? inFile;
  }
  return { values: settled, origins };
}

/**
 * Replaces the option in an error message by the value's origin: the variable, or the key of the file with its place.
 */
export function withOrigin<T>({ origins }: Pick<Settled, 'origins'>, build: () => T, of?: string): T {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const flag = of ?? /--([a-z-]+)/u.exec(error.message)?.[1] ?? '';
    const origin = origins.get(flag) ?? '--';
    if (origin.startsWith('--')) throw error;
    const isVariable = origin === variableOf(flag);
    const key = settings.find(([name]) => name === flag)?.[1].join('.') ?? flag;
    const text = error.message.replace(`--${flag}`, () => (isVariable ? origin : key));
    throw new UsageError(isVariable && of === undefined ? text : `${origin}: ${text}`);
  }
}

/**
 * The service from option, variable or file; undefined if stored evidence is evaluated. The API key is sent to it, so a
 * file that was only found, possibly in another person's repository, must not select it.
 */
export function serverOf({ values, origins }: Settled, typed: Values, env: Environment): string | undefined {
  const server = values['server'];
  if (typed['from'] !== undefined) return typed['server'] === undefined ? undefined : String(typed['server']);
  if (server === undefined) return undefined;
  const origin = origins.get('server') ?? '';
  const isNamed = typed['config'] !== undefined || (env['PERIMETER_CONFIG'] ?? '') !== '';
  if (!isNamed && origin !== '--server' && origin !== 'PERIMETER_SERVER')
    throw new UsageError(
      `${origin}: your API key would be sent to this server, so name the file (--config) or the server (--server)`,
    );
  return withOrigin({ origins }, () => {
    serviceAddress(String(server));
    return String(server);
  });
}

/** Every setting with its value and origin, one per line. */
export function shownConfiguration(
  { origins }: Settled,
  read: ReadFile | null,
  effective: Readonly<Record<string, unknown>>,
): string {
  const own = settings.map(([flag, at]) => [at.join('.'), effective[flag], origins.get(flag) ?? 'default'] as const);
  const lists = (['targets', 'accept'] as const).flatMap((list) =>
    (read?.values[list] ?? []).map(
      (one, index) =>
        [`${list}.${index}`, JSON.stringify(one), `${read?.file ?? ''}:${read?.lineOf([list, index]) ?? 1}`] as const,
    ),
  );
  return [...own, ...lists].map((row) => shownLine(...row)).join('');
}
