import type { AcceptArguments } from './acceptance/accept-arguments.ts';
import type { BaselineArguments } from './baseline/command.ts';
import type { AuditArguments } from './audit-arguments.ts';
import type { CertificatesArguments } from './certificates-arguments.ts';
import {
  choice,
  common,
  echoed,
  hintOn,
  type Options,
  parse,
  unexpected,
  UsageError,
  verdictFormats,
} from './argument-values.ts';
import type { Environment } from './context.ts';
import { type ColourMode, colourModes } from './display.ts';
import { type OfflineArguments, offlineArguments } from './offline/arguments.ts';
import type { ServiceArguments } from './server-mode/question-arguments.ts';

export { UsageError } from './argument-values.ts';

/** Formats of lists. */
export const formats = ['table', 'json'] as const;
export type Format = (typeof formats)[number];

export interface ChecksArguments {
  command: 'checks';
  format: Format;
  colour: ColourMode;
}

export interface VerifyArguments {
  command: 'verify';
  /** The sealed PDF; "-" is standard input. */
  file: string;
  /** File with the trusted signing roots. */
  roots: string;
  /** File with the trusted time-stamping authorities; null: a time stamp needs only the signer's vouching signature. */
  timeAuthorities: string | null;
  /** File with the published keys, which lists compromised ones; null: not checked. */
  keys: string | null;
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

export interface DoctorArguments {
  command: 'doctor';
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

/** The parsed command line. */
export type Arguments =
  | AcceptArguments
  | AuditArguments
  | BaselineArguments
  | CertificatesArguments
  | ChecksArguments
  | DoctorArguments
  | ServiceArguments
  | OfflineArguments
  | VerifyArguments
  | { command: 'schema'; of: 'report' | 'config' }
  | { command: 'help'; topic: string | null }
  | { command: 'version' };

const verifyOptions = {
  ...common,
  ca: { type: 'string' },
  'tsa-ca': { type: 'string' },
  keys: { type: 'string' },
} as const satisfies Options;

function verifyArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, verifyOptions);
  if (values['help'] === true) return { command: 'help', topic: 'verify' };
  const [file, ...rest] = positionals;
  const usage = 'perimeter verify <report.pdf> --ca <root.pem>';
  if (file === undefined) throw new UsageError(`Missing argument <file>. Usage: ${usage}`);
  if (rest.length > 0) throw unexpected(rest);
  if (values['ca'] === undefined) throw new UsageError(`Missing option --ca. Usage: ${usage}`);
  return {
    command: 'verify',
    file,
    roots: String(values['ca']),
    timeAuthorities: values['tsa-ca'] === undefined ? null : String(values['tsa-ca']),
    keys: values['keys'] === undefined ? null : String(values['keys']),
    format: choice(values, 'format', verdictFormats, 'text'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

function checksArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, common);
  if (values['help'] === true) return { command: 'help', topic: 'checks' };
  if (positionals.length > 0) throw unexpected(positionals, ': perimeter checks takes no arguments');
  return {
    command: 'checks',
    format: choice(values, 'format', formats, 'table'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

function doctorArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, { ...common, json: { type: 'boolean' } });
  if (values['help'] === true) return { command: 'help', topic: 'doctor' };
  if (positionals.length > 0) throw unexpected(positionals, ': perimeter doctor takes no arguments');
  return {
    command: 'doctor',
    format: choice(values, 'format', verdictFormats, values['json'] === true ? 'json' : 'text'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

function schemaArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, { help: common.help });
  if (values['help'] === true) return { command: 'help', topic: 'schema' };
  const [of = 'report', ...rest] = positionals;
  if (rest.length > 0) throw unexpected(rest);
  const known = ['report', 'config'] as const;
  const found = known.find((one) => one === of);
  if (found === undefined)
    throw new UsageError(`Unknown schema "${echoed(of)}": use ${known.join(', ')}${hintOn(of, known)}`);
  return { command: 'schema', of: found };
}

/** All commands, in the order of the help. */
export const commands = [
  'accept',
  'audit',
  'baseline',
  'certificates',
  'checks',
  'compare',
  'completion',
  'doctor',
  'explain',
  'pdf',
  'report',
  'schema',
  'usage',
  'verify',
  'help',
] as const;

/** Options without a command. */
const globalOptions = ['help', 'version'] as const;

/** The error for an unknown command: suggests another one, or an audit if it looks like a domain. */
export async function unknownCommand(typed: string): Promise<UsageError> {
  if (typed === '-v') return new UsageError('Unknown option -v. Did you mean --version?');
  if (typed.startsWith('-'))
    return new UsageError(`Unknown option ${echoed(typed)}${hintOn(typed.replace(/^-+/u, ''), globalOptions, '--')}`);
  const { suggestDomain } = await import('@perimeter/protocols/domain/suggestion');
  const domain = typed.includes('.') ? (suggestDomain(typed)?.ascii ?? null) : null;
  const hint = domain === null ? hintOn(typed, commands, 'perimeter ') : `. Did you mean perimeter audit ${domain}?`;
  return new UsageError(`Unknown command "${echoed(typed)}"${hint}`);
}

/** Parses the arguments of `perimeter`, loading only what the command needs; throws UsageError if they are invalid. */
export async function readArguments(argv: readonly string[], env: Environment, from: string): Promise<Arguments> {
  const [command, ...args] = argv;
  switch (command) {
    case undefined:
    case '-h':
    case '--help':
      return { command: 'help', topic: null };
    case '-V':
    case '--version':
      return { command: 'version' };
    case 'help':
      return { command: 'help', topic: args[0] ?? null };
    case 'accept':
      return (await import('./acceptance/accept-arguments.ts')).acceptArguments(args);
    case 'baseline':
      return (await import('./baseline/command.ts')).baselineArguments(args);
    case 'audit':
      return (await import('./audit-arguments.ts')).auditArguments(args, env, from);
    case 'certificates':
      return (
        (await import('./certificates-arguments.ts')).certificatesArguments(args) ?? { command: 'help', topic: command }
      );
    case 'checks':
      return checksArguments(args);
    case 'doctor':
      return doctorArguments(args);
    case 'compare':
    case 'pdf':
    case 'usage':
      return (await import('./server-mode/question-arguments.ts')).serviceArguments(command, args);
    case 'completion':
    case 'explain':
    case 'report':
      return offlineArguments(command, args);
    case 'schema':
      return schemaArguments(args);
    case 'verify':
      return verifyArguments(args);
    default:
      throw await unknownCommand(command);
  }
}
