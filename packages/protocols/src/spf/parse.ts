import { parseIpv4, parseIpv6 } from '../dns/address.ts';
import { ProtocolError } from '../protocol-error.ts';
import { parseMacros } from './macro.ts';
import type { DomainSpec, SpfProblemCode, SpfQualifier, SpfRecord, SpfTerm } from './terms.ts';

const qualifiers: Readonly<Record<string, SpfQualifier>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

/** What is thrown inside this file where a term breaks the grammar. */
class BrokenTerm extends Error {
  readonly code: SpfProblemCode;
  constructor(code: SpfProblemCode) {
    super(code);
    this.code = code;
  }
}

/** True for a TXT value that is an SPF record: the version, then a space or the end (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** RFC 7208 section 7.1: a dot with a top label, which is not a number, and maybe a last dot. */
const topLabelEnd = /\.(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])\.?$/i;
const macroEnd = /%(?:\{[^{}]*\}|[%_-])$/;

function domainSpec(text: string): DomainSpec {
  if (text === '') throw new BrokenTerm('domain-missing');
  const parts = parseMacros(text, 'domain');
  if (parts === null) throw new BrokenTerm(text.includes('%') ? 'macro-invalid' : 'domain-invalid');
  if (!topLabelEnd.test(text) && !macroEnd.test(text)) throw new BrokenTerm('domain-invalid');
  return { text, parts };
}

/** A prefix length without leading zeros; the whole address where none is given. */
function prefixLength(digits: string | undefined, most: number): number {
  if (digits === undefined) return most;
  if (!/^(?:0|[1-9]\d{0,2})$/.test(digits) || Number(digits) > most) throw new BrokenTerm('prefix-length-invalid');
  return Number(digits);
}

type Argument = string | null;
type Reader = (argument: Argument, rest: { text: string; qualifier: SpfQualifier }) => SpfTerm;

/** Splits the prefix lengths off the end of an argument: `/24`, `//64` or both. */
function splitLengths(argument: string): { before: string; bits4: number; bits6: number } {
  const [, before = '', four, six] = /^(.*?)(?:\/(\d*))?(?:\/\/(\d*))?$/s.exec(argument) ?? [];
  return { before, bits4: prefixLength(four, 32), bits6: prefixLength(six, 128) };
}

/** Argument of `a` and `mx`: a colon with a domain, prefix lengths, both or nothing. */
const ofName =
  (kind: 'a' | 'mx'): Reader =>
  (argument, rest) => {
    const { before, bits4, bits6 } = splitLengths(argument ?? '');
    if (before !== '' && !before.startsWith(':')) throw new BrokenTerm('argument-not-allowed');
    return { kind, ...rest, domain: before === '' ? null : domainSpec(before.slice(1)), bits4, bits6 };
  };

/** The text behind the colon; a mechanism that needs one reports it as missing. */
function behindColon(argument: Argument): string {
  if (argument === null) throw new BrokenTerm('domain-missing');
  if (!argument.startsWith(':')) throw new BrokenTerm('argument-not-allowed');
  return argument.slice(1);
}

const ofDomain =
  (kind: 'include' | 'exists'): Reader =>
  (argument, rest) => ({ kind, ...rest, domain: domainSpec(behindColon(argument)) });

const ofRange =
  (kind: 'ip4' | 'ip6', parse: (text: string) => Uint8Array, most: number): Reader =>
  (argument, rest) => {
    const [text = '', length, ...more] = (argument === null ? '' : behindColon(argument)).split('/');
    if (more.length > 0) throw new BrokenTerm('prefix-length-invalid');
    const bits = prefixLength(length, most);
    try {
      return { kind, ...rest, range: { address: parse(text), bits } };
    } catch (error) {
      if (error instanceof ProtocolError) throw new BrokenTerm('address-invalid');
      throw error;
    }
  };

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'all',
    (argument, rest) => {
      if (argument !== null) throw new BrokenTerm('argument-not-allowed');
      return { kind: 'all', ...rest };
    },
  ],
  ['include', ofDomain('include')],
  ['exists', ofDomain('exists')],
  ['a', ofName('a')],
  ['mx', ofName('mx')],
  [
    'ptr',
    (argument, rest) => ({
      kind: 'ptr',
      ...rest,
      domain: argument === null ? null : domainSpec(behindColon(argument)),
    }),
  ],
  ['ip4', ofRange('ip4', parseIpv4, 32)],
  ['ip6', ofRange('ip6', parseIpv6, 128)],
]);

function parseMechanism(text: string): SpfTerm {
  const [, sign = '+', name = '', argument = ''] = /^([-+~?])?([a-z0-9]*)(.*)$/is.exec(text) ?? [];
  const reader = readers.get(name.toLowerCase());
  if (reader === undefined || !/^(?:[:/]|$)/.test(argument)) throw new BrokenTerm('unknown-mechanism');
  return reader(argument === '' ? null : argument, { text, qualifier: qualifiers[sign] ?? 'pass' });
}

function parseModifier(text: string, name: string, value: string): SpfTerm {
  const kind = name.toLowerCase();
  if (kind === 'redirect' || kind === 'exp') return { kind, text, domain: domainSpec(value) };
  if (parseMacros(value, 'explanation') === null) throw new BrokenTerm('macro-invalid');
  return { kind: 'unknown', text, name };
}

/** RFC 7208 section 4.6.1: a modifier is a name, an equals sign and a value; everything else is a mechanism. */
function parseTerm(text: string): SpfTerm {
  const [, name, value = ''] = /^([a-z][a-z0-9_.-]*)=(.*)$/is.exec(text) ?? [];
  return name === undefined ? parseMechanism(text) : parseModifier(text, name, value);
}

/**
 * Reads an SPF record, each character of the text one octet of the TXT value (RFC 7208 section 4.6). A term that breaks the
 * grammar is left out of the terms and listed among the problems.
 */
export function parseSpf(text: string): SpfRecord {
  // oxlint-disable-next-line no-control-regex -- the grammar knows the space and visible ASCII
  if (/[^\x20-\x7e]/.test(text)) return { terms: [], problems: [{ code: 'not-ascii', term: text }] };
  const terms: SpfTerm[] = [];
  const problems: { code: SpfProblemCode; term: string }[] = [];
  for (const part of text.split(' ').slice(1)) {
    if (part === '') continue;
    try {
      const term = parseTerm(part);
      const once = term.kind === 'redirect' || term.kind === 'exp';
      if (once && terms.some(({ kind }) => kind === term.kind)) throw new BrokenTerm('modifier-repeated');
      terms.push(term);
    } catch (error) {
      if (!(error instanceof BrokenTerm)) throw error;
      problems.push({ code: error.code, term: part });
    }
  }
  return { terms, problems };
}
