import { suggestDomain } from '@perimeter/protocols/domain/suggestion';
import { type AcceptArguments, acceptArguments } from './acceptance/accept-arguments.ts';
import { type BaselineArguments, baselineArguments } from './baseline/command.ts';
import { type AuditArguments, auditArguments } from './audit-arguments.ts';
import {
  choice,
  common,
  echoed,
  hintOn,
  invalidValue,
  type Options,
  parse,
  UsageError,
  type Values,
} from './argument-values.ts';
import type { Environment } from './context.ts';
import { type ColourMode, colourModes } from './display.ts';
import { type OfflineArguments, offlineArguments } from './offline/arguments.ts';
import { type ServiceArguments, serviceArguments } from './server-mode/question-arguments.ts';

export { UsageError } from './argument-values.ts';

/** How lists are written. */
export const formats = ['table', 'json'] as const;
export type Format = (typeof formats)[number];

export interface ChecksArguments {
  command: 'checks';
  format: Format;
  colour: ColourMode;
}

/** How the verdict on a chain is written. */
export const verdictFormats = ['text', 'json'] as const;

/** Which verifiers must accept a chain: strict ones too, or only browsers. */
export const chainProfiles = ['strict', 'browser'] as const;

/** What the leaf of a chain is used for. */
export const chainPurposes = ['server', 'client', 'email', 'any'] as const;

export interface CertificatesArguments {
  command: 'certificates';
  /** File with the chain, leaf first; "-" is standard input. */
  file: string;
  /** File with more intermediates. */
  intermediates: string | null;
  /** File with revocation lists. */
  crls: string | null;
  /** null: any, where no server is asked for. */
  host: string | null;
  purpose: (typeof chainPurposes)[number];
  profile: (typeof chainProfiles)[number];
  /** Issuers between leaf and root; null: as many as browsers bear. */
  maxDepth: number | null;
  /** Epoch seconds; null: now. */
  atSeconds: number | null;
  /** File with the roots that are trusted in place of the public ones. */
  roots: string | null;
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

export interface VerifyArguments {
  command: 'verify';
  /** The sealed PDF; "-" is standard input. */
  file: string;
  /** File with the signing roots that are trusted. */
  roots: string;
  /** File with the authorities that are trusted for time stamps; null: the signer's word for them is taken. */
  timeAuthorities: string | null;
  /** File with the published keys, which say what is compromised; null: that is not asked. */
  keys: string | null;
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

export interface DoctorArguments {
  command: 'doctor';
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

/** What the user asked for. */
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

const certificatesOptions = {
  ...common,
  host: { type: 'string' },
  at: { type: 'string' },
  roots: { type: 'string' },
  intermediates: { type: 'string' },
  crls: { type: 'string' },
  purpose: { type: 'string' },
  profile: { type: 'string' },
  'max-depth': { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Options;

const verifyOptions = {
  ...common,
  ca: { type: 'string' },
  'tsa-ca': { type: 'string' },
  keys: { type: 'string' },
} as const satisfies Options;

const unexpected = (texts: readonly string[], why = ''): UsageError =>
  new UsageError(`Unexpected argument "${echoed(texts.join(' '))}"${why}`);

/** RFC 3339 section 5.6, with its offset. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/iu;

function atSecondsOf(values: Values): number | null {
  const value = values['at'];
  if (value === undefined) return null;
  const ms = instant.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(ms)) throw invalidValue('at', value, 'a time such as 2027-01-31T12:00:00Z');
  return ms / 1000;
}

/** A host in the form in which certificates name it: A-labels, lower case, addresses without brackets. */
function hostOf(values: Values, purpose: CertificatesArguments['purpose']): string | null {
  const value = values['host'];
  if (value === undefined && purpose !== 'server') return null;
  if (value === undefined || value === '')
    throw new UsageError('Missing option --host. Usage: perimeter certificates <file> --host <name>');
  const text = String(value);
  const url = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`;
  const host = /[/?#@\\\s]/u.test(text) || !URL.canParse(url) ? '' : new URL(url).host;
  if (host === '' || (/:\d+$/u.test(host) && !host.endsWith(']')))
    throw invalidValue('host', text, 'a name or an address without a port');
  return host.replace(/^\[(.*)\]$/u, '$1');
}

/** Paths are searched no deeper than this, whatever is asked for. */
const maxMaxDepth = 255;

function maxDepthOf(values: Values): number | null {
  const value = values['max-depth'];
  if (value === undefined) return null;
  const depth = /^\d{1,3}$/u.test(String(value)) ? Number(value) : Number.POSITIVE_INFINITY;
  if (depth > maxMaxDepth) throw invalidValue('max-depth', value, `an integer from 0 to ${maxMaxDepth}`);
  return depth;
}

const textOf = (values: Values, name: string): string | null =>
  values[name] === undefined ? null : String(values[name]);

function certificatesArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, certificatesOptions);
  if (values['help'] === true) return { command: 'help', topic: 'certificates' };
  const [file, ...rest] = positionals;
  if (file === undefined)
    throw new UsageError('Missing argument <file>. Usage: perimeter certificates <file> --host <name>');
  if (rest.length > 0) throw unexpected(rest);
  const purpose = choice(values, 'purpose', chainPurposes, 'server');
  return {
    command: 'certificates',
    file,
    intermediates: textOf(values, 'intermediates'),
    crls: textOf(values, 'crls'),
    host: hostOf(values, purpose),
    purpose,
    profile: choice(values, 'profile', chainProfiles, 'strict'),
    maxDepth: maxDepthOf(values),
    atSeconds: atSecondsOf(values),
    roots: textOf(values, 'roots'),
    format: choice(values, 'format', verdictFormats, values['json'] === true ? 'json' : 'text'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

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
  return { command: 'schema', of: choice({ schema: of }, 'schema', ['report', 'config'], 'report') };
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

/** Options that stand without a command. */
const globalOptions = ['help', 'version'] as const;

/** What was meant by a command that does not exist: another command, or an audit of what stands in its place. */
export function unknownCommand(typed: string): UsageError {
  if (typed === '-v') return new UsageError('Unknown option -v. Did you mean --version?');
  if (typed.startsWith('-'))
    return new UsageError(`Unknown option ${echoed(typed)}${hintOn(typed.replace(/^-+/u, ''), globalOptions, '--')}`);
  const domain = typed.includes('.') ? (suggestDomain(typed)?.ascii ?? null) : null;
  const hint = domain === null ? hintOn(typed, commands, 'perimeter ') : `. Did you mean perimeter audit ${domain}?`;
  return new UsageError(`Unknown command "${echoed(typed)}"${hint}`);
}

/** Reads the arguments after `perimeter`; throws UsageError where they make no sense. */
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
      return acceptArguments(args);
    case 'baseline':
      return baselineArguments(args);
    case 'audit':
      return auditArguments(args, env, from);
    case 'certificates':
      return certificatesArguments(args);
    case 'checks':
      return checksArguments(args);
    case 'doctor':
      return doctorArguments(args);
    case 'compare':
    case 'pdf':
    case 'usage':
      return serviceArguments(command, args);
    case 'completion':
    case 'explain':
    case 'report':
      return offlineArguments(command, args);
    case 'schema':
      return schemaArguments(args);
    case 'verify':
      return verifyArguments(args);
    default:
      throw unknownCommand(command);
  }
}
