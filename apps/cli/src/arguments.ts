import { severity } from '@perimeter/contract/finding';
import { type ScanMode, scanMode } from '@perimeter/contract/report';
import { grade } from '@perimeter/contract/score';
import { formNames } from '@perimeter/report/forms/forms';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type ColourMode, colourModes } from './display.ts';
import type { Gate } from './gate.ts';

/** How lists are written. */
export const formats = ['table', 'json'] as const;
export type Format = (typeof formats)[number];

/** How a report is written: for people, as it is, or in one of its other forms. */
export const reportFormats = [...formats, ...formNames] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const progressModes = ['auto', 'live', 'plain', 'none'] as const;
export type ProgressMode = (typeof progressModes)[number];

export interface AuditArguments {
  command: 'audit';
  domain: string;
  format: ReportFormat;
  scanMode: ScanMode;
  progress: ProgressMode;
  colour: ColourMode;
  gate: Gate;
  /** File to write to in place of stdout. */
  output: string | null;
}

export interface ChecksArguments {
  command: 'checks';
  format: Format;
  colour: ColourMode;
}

/** How the verdict on a chain is written. */
export const verdictFormats = ['text', 'json'] as const;

export interface CertificatesArguments {
  command: 'certificates';
  /** File with the chain, leaf first; "-" is standard input. */
  file: string;
  host: string;
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
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

/** What the user asked for. */
export type Arguments =
  | AuditArguments
  | CertificatesArguments
  | ChecksArguments
  | VerifyArguments
  | { command: 'help'; topic: string | null }
  | { command: 'version' };

/** Said on stderr, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values = Record<string, string | boolean | undefined>;

const common = {
  help: { type: 'boolean', short: 'h' },
  color: { type: 'string' },
  format: { type: 'string', short: 'f' },
} as const satisfies Options;

const auditOptions = {
  ...common,
  mode: { type: 'string', short: 'm' },
  progress: { type: 'string' },
  'fail-on': { type: 'string' },
  'min-grade': { type: 'string' },
  'min-score': { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const satisfies Options;

const certificatesOptions = {
  ...common,
  host: { type: 'string' },
  at: { type: 'string' },
  roots: { type: 'string' },
} as const satisfies Options;

const verifyOptions = { ...common, ca: { type: 'string' } } as const satisfies Options;

function parse(args: readonly string[], options: Options): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const single = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]);
    return { values: Object.fromEntries(single), positionals };
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The arguments cannot be read',
    );
  }
}

function choice<T extends string>(values: Values, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} is one of ${allowed.join(', ')}; "${value}" is not`);
  return found;
}

function minScoreOf(values: Values): number | null {
  const value = values['min-score'];
  if (value === undefined) return null;
  if (!/^(?:\d{1,2}|100)$/u.test(String(value)))
    throw new UsageError(`--min-score is a whole number from 0 to 100; "${value}" is not`);
  return Number(value);
}

function gateOf(values: Values): Gate {
  const failOn = choice(values, 'fail-on', [...severity.options, 'none'], 'high');
  const minGrade = values['min-grade'] === undefined ? null : choice(values, 'min-grade', grade.options, 'F');
  return { failOn: failOn === 'none' ? null : failOn, minGrade, minScore: minScoreOf(values) };
}

function auditArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, auditOptions);
  if (values['help'] === true) return { command: 'help', topic: 'audit' };
  const [domain, ...rest] = positionals;
  if (domain === undefined) throw new UsageError('Which domain? perimeter audit <domain>');
  if (rest.length > 0) throw new UsageError(`One domain at a time; "${rest.join(' ')}" is too much`);
  const { output } = values;
  if (output === '') throw new UsageError('--output is the path of a file');
  return {
    command: 'audit',
    domain,
    format: choice(values, 'format', reportFormats, 'table'),
    scanMode: choice(values, 'mode', scanMode.options, 'standard'),
    progress: choice(values, 'progress', progressModes, 'auto'),
    colour: choice(values, 'color', colourModes, 'auto'),
    gate: gateOf(values),
    output: output === undefined ? null : String(output),
  };
}

/** RFC 3339 section 5.6, with its offset. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/iu;

function atSecondsOf(values: Values): number | null {
  const value = values['at'];
  if (value === undefined) return null;
  const ms = instant.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(ms)) throw new UsageError(`--at is an instant such as 2027-01-31T12:00:00Z; "${value}" is not`);
  return ms / 1000;
}

/** A host in the form in which certificates name it: A-labels, lower case, addresses without brackets. */
function hostOf(values: Values): string {
  const value = values['host'];
  if (value === undefined || value === '')
    throw new UsageError('Which host? perimeter certificates <file> --host <name>');
  const text = String(value);
  const url = `http://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`;
  const host = /[/?#@\\\s]/u.test(text) || !URL.canParse(url) ? '' : new URL(url).host;
  if (host === '' || (/:\d+$/u.test(host) && !host.endsWith(']')))
    throw new UsageError(`--host is a name or an address, without a port; "${text}" is not`);
  return host.replace(/^\[(.*)\]$/u, '$1');
}

function certificatesArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, certificatesOptions);
  if (values['help'] === true) return { command: 'help', topic: 'certificates' };
  const [file, ...rest] = positionals;
  if (file === undefined) throw new UsageError('Which file? perimeter certificates <file> --host <name>');
  if (rest.length > 0) throw new UsageError(`One file at a time; "${rest.join(' ')}" is too much`);
  return {
    command: 'certificates',
    file,
    host: hostOf(values),
    atSeconds: atSecondsOf(values),
    roots: values['roots'] === undefined ? null : String(values['roots']),
    format: choice(values, 'format', verdictFormats, 'text'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

function verifyArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, verifyOptions);
  if (values['help'] === true) return { command: 'help', topic: 'verify' };
  const [file, ...rest] = positionals;
  const usage = 'perimeter verify <report.pdf> --ca <root.pem>';
  if (file === undefined) throw new UsageError(`Which file? ${usage}`);
  if (rest.length > 0) throw new UsageError(`One file at a time; "${rest.join(' ')}" is too much`);
  if (values['ca'] === undefined) throw new UsageError(`Whose signature is trusted? ${usage}`);
  return {
    command: 'verify',
    file,
    roots: String(values['ca']),
    format: choice(values, 'format', verdictFormats, 'text'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

function checksArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args, common);
  if (values['help'] === true) return { command: 'help', topic: 'checks' };
  if (positionals.length > 0)
    throw new UsageError(`perimeter checks takes no arguments; "${positionals.join(' ')}" is too much`);
  return {
    command: 'checks',
    format: choice(values, 'format', formats, 'table'),
    colour: choice(values, 'color', colourModes, 'auto'),
  };
}

/** Reads the arguments after `perimeter`; throws UsageError where they make no sense. */
export function readArguments(argv: readonly string[]): Arguments {
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
    case 'audit':
      return auditArguments(args);
    case 'certificates':
      return certificatesArguments(args);
    case 'checks':
      return checksArguments(args);
    case 'verify':
      return verifyArguments(args);
    default:
      throw new UsageError(`There is no command "${command}"`);
  }
}
