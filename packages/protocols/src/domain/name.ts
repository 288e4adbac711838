import { isInDomain } from './below.ts';
import { getDomain, parse } from 'tldts';
import { toASCII, toUnicode } from 'tr46';
import { type RefusalReason, refusalMessages } from './refusal.ts';
import { specialUseNames } from './special-use.data.ts';

/** A domain that can be audited. */
export interface DomainName {
  /** A-labels, lower case, no trailing dot. */
  ascii: string;
  /** U-labels for people. */
  unicode: string;
  /** The public suffix and one label, in A-labels. */
  registrableDomain: string;
}

export type ParsedDomain = { ok: true; domain: DomainName } | { ok: false; reason: RefusalReason; message: string };

/** Characters of a name and of a label in A-label form (RFC 1035 section 2.3.4, less the root and the length octets). */
const maxNameCharacters = 253;
const maxLabelCharacters = 63;
/** Longer input than any spelling of a name is rejected unread. */
export const maxInputCharacters = 1024;

/** Non-transitional, as URLs are processed; hyphens are checked here, because real hosts have them in places 3 and 4. */
const processing = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true, transitionalProcessing: false };

/** Quotation marks, brackets and dashes, as word processors set them: no registered name has one, though UTS #46 lets them pass. */
const typeset = /(?!-)[\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]/u;

const refuse = (reason: RefusalReason): ParsedDomain => ({ ok: false, reason, message: refusalMessages[reason] });

/** True where URLs would read the name as an IPv4 address: its last label is a number (WHATWG URL, "ends in a number"). */
export const isNumeric = (name: string): boolean => /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(name);

/** True where the host of a URL, with or without its scheme, is an address. */
function hasAddress(url: string): boolean {
  const host = /^(?:[a-z][a-z\d+.-]*:[/\\]{2,})?(?:[^/\\?#]*@)?(\[|[^/\\?#:]+)/i.exec(url)?.[1] ?? '';
  return host === '[' || isNumeric(host);
}

/** Several names in one text: every part between spaces, commas or semicolons has a dot. */
function isSeveral(text: string): boolean {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => /^[^.]+\.[^.]/u.test(part));
}

/** What the text is instead of a name, if its punctuation shows it. */
function notEvenAName(text: string): RefusalReason | null {
  if (text === '' || text === '.') return 'empty';
  if (text.length > maxInputCharacters) return 'too-long';
  if (isSeveral(text)) return 'several';
  if (/^\[|^[\da-f.]*:[\da-f.]*:[\da-f:.]*(?:%.*)?$/i.test(text)) return 'ip-address';
  if (/[/\\?#]/.test(text)) return hasAddress(text) ? 'ip-address' : 'url';
  if (text.includes('@')) return 'email-address';
  if (text.startsWith('*.')) return 'wildcard';
  if (/^[^:]*:\d+$/.test(text)) return isNumeric(text.replace(/:\d+$/, '')) ? 'ip-address' : 'port';
  return text.includes(':') ? 'url' : null;
}

/** What is wrong with the labels of a name in A-label form. */
function labelProblem(ascii: string): RefusalReason | null {
  const labels = ascii.split('.');
  if (labels.some((label) => label === '' || label.startsWith('-') || label.endsWith('-'))) return 'invalid-label';
  if (ascii.length > maxNameCharacters || labels.some(({ length }) => length > maxLabelCharacters)) return 'too-long';
  return null;
}

/** True for special-use names (RFC 6761 and those that followed it) and all below them; A-labels in lower case. */
export const isSpecialUse = (ascii: string): boolean => specialUseNames.some(([name]) => isInDomain(ascii, name));

/**
 * The public suffix and one label; null where the name is a public suffix itself. Both sections of the Public Suffix
 * List count, because names below a private suffix such as github.io belong to other people, as do those below a
 * registry's do. A top-level domain that is not on the list is a suffix (rule "*"). A-labels in lower case.
 */
export const registrableDomainOf = (ascii: string): string | null =>
  getDomain(ascii, { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false });

/** The site of a host: its registrable domain, or the host itself if it is an address or a public suffix. */
export const siteOfHost = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: true }) ??
  host;

/**
 * The domain that a registry has an owner for: names below a private suffix such as github.io belong to the registration of
 * that suffix. Null where the name is a public suffix itself. A-labels in lower case.
 */
export const registeredDomainOf = (ascii: string): string | null =>
  getDomain(ascii, { allowPrivateDomains: false, extractHostname: false, validateHostname: false, detectIp: false });

/** True below a suffix that the list has as a registry's: unknown top-level domains and private suffixes are none. A-labels in lower case. */
export const isListedSuffix = (ascii: string): boolean =>
  parse(ascii, { extractHostname: false, validateHostname: false, detectIp: false }).isIcann === true;

/** Reads what a user typed as a domain: trimmed, mapped by UTS #46 to A-labels, one trailing dot dropped. */
export function parseDomain(input: string): ParsedDomain {
  const text = input.trim();
  const wrong = notEvenAName(text);
  if (wrong !== null) return refuse(wrong);
  const mapped = toASCII(text, processing);
  if (mapped === null) return refuse('invalid-label');
  const ascii = mapped.replace(/\.$/, '');
  const unicode = toUnicode(ascii, processing).domain;
  if (typeset.test(unicode)) return refuse('invalid-label');
  if (isNumeric(ascii)) return refuse('ip-address');
  const problem = labelProblem(ascii);
  if (problem !== null) return refuse(problem);
  if (isSpecialUse(ascii)) return refuse('special-use');
  if (!ascii.includes('.')) return refuse('single-label');
  const registrableDomain = registrableDomainOf(ascii);
  if (registrableDomain === null) return refuse('public-suffix');
  return { ok: true, domain: { ascii, unicode, registrableDomain } };
}
