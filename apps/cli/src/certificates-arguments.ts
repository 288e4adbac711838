import {
  choice,
  invalidValue,
  only,
  givenText,
  UsageError,
  type Values,
  type verdictFormats,
  verdictWriting,
} from './argument-values.ts';
import { type CommandForm, verdictRows } from './command-form.ts';
import type { ColourMode } from './display.ts';

/** Which verifiers must accept a chain: strict ones too, or only browsers. */
export const chainProfiles = ['strict', 'browser'] as const;

/** The purpose of a chain's leaf. */
export const chainPurposes = ['server', 'client', 'email', 'any'] as const;

export interface CertificatesArguments {
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

const usage = 'perimeter certificates <file> --host <name>';

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
  if (value === undefined || value === '') throw new UsageError(`Missing option --host. Usage: ${usage}`);
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

export const certificatesForm: CommandForm<CertificatesArguments> = {
  usage: ['<file.pem|-> --host <name> [options]'],
  about:
    'Validates a certificate chain without network access, for example before deployment. The leaf comes first, the intermediates follow in any order; "-" reads standard input. There are two results: whether browsers accept the chain, and whether verifiers accept it that strictly apply RFC 5280 and the Baseline Requirements, such as OpenSSL in strict mode. Violations that only the latter reject have the code strict-profile.',
  options: {
    Options: {
      '--host <NAME>': 'host name or address of the site',
      '--at <INSTANT>': 'validate as of this time (RFC 3339) instead of now',
      '--roots <FILE>': 'trust the roots in FILE instead of the public roots',
      '--intermediates <FILE>': 'additional intermediate certificates',
      '--crls <FILE>':
        'CRLs of the issuers: revoked certificates are rejected; strict mode also rejects certificates without a valid CRL',
      '--profile <strict|browser>':
        'the result that sets the exit code: strict (default) requires both to accept the chain, browser only browsers',
      '--purpose <server|client|email|any>': 'purpose of the leaf; only server needs --host',
      '--max-depth <NUMBER>': 'maximum number of intermediates (default 10)',
      ...verdictRows('text (default), or JSON with both results and all facts', true),
    },
  },
  after: {
    'Exit codes': {
      0: 'the chain is valid',
      1: 'the chain is not valid',
      2: 'invalid arguments, or a file without certificates',
    },
    Examples: `perimeter certificates fullchain.pem --host www.your-domain.org
perimeter certificates fullchain.pem --host www.your-domain.org --at 2027-01-01T00:00:00Z
perimeter certificates - --host intern.your-domain.org --roots our-root.pem < chain.pem`,
  },
  read({ values, positionals }) {
    const file = only(positionals, '<file>', usage);
    const purpose = choice(values, 'purpose', chainPurposes, 'server');
    return {
      file,
      intermediates: givenText(values, 'intermediates'),
      crls: givenText(values, 'crls'),
      host: hostOf(values, purpose),
      purpose,
      profile: choice(values, 'profile', chainProfiles, 'strict'),
      maxDepth: maxDepthOf(values),
      atSeconds: atSecondsOf(values),
      roots: givenText(values, 'roots'),
      ...verdictWriting(values),
    };
  },
};
