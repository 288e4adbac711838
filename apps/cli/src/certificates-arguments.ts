import {
  choice,
  common,
  invalidValue,
  type Options,
  parse,
  unexpected,
  UsageError,
  type Values,
  verdictFormats,
} from './argument-values.ts';
import { type ColourMode, colourModes } from './display.ts';

/** Which verifiers must accept a chain: strict ones too, or only browsers. */
export const chainProfiles = ['strict', 'browser'] as const;

/** The purpose of a chain's leaf. */
export const chainPurposes = ['server', 'client', 'email', 'any'] as const;

export interface CertificatesArguments {
  command: 'certificates';
  /** File with the chain, leaf first; "-" is standard input. */
  file: string;
  /** File with additional intermediates. */
  intermediates: string | null;
  /** File with revocation lists. */
  crls: string | null;
  /** null: any host, for purposes other than servers. */
  host: string | null;
  purpose: (typeof chainPurposes)[number];
  profile: (typeof chainProfiles)[number];
  /** Maximum number of issuers between leaf and root; null: the browsers' limit. */
  maxDepth: number | null;
  /** Epoch seconds; null: now. */
  atSeconds: number | null;
  /** File with roots to trust instead of the public ones. */
  roots: string | null;
  format: (typeof verdictFormats)[number];
  colour: ColourMode;
}

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

/** RFC 3339 section 5.6, with an offset. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/iu;

function atSecondsOf(values: Values): number | null {
  const value = values['at'];
  if (value === undefined) return null;
  const ms = instant.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(ms)) throw invalidValue('at', value, 'a time such as 2027-01-31T12:00:00Z');
  return ms / 1000;
}

/** A host as in certificates: A-labels, lower case, addresses without brackets. */
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

/** The upper limit of the path length option. */
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

/** Parses the arguments of `perimeter certificates`; null: help was requested. Throws UsageError. */
export function certificatesArguments(args: readonly string[]): CertificatesArguments | null {
  const { values, positionals } = parse(args, certificatesOptions);
  if (values['help'] === true) return null;
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
