import { isInDomain } from '../domain/below.ts';
import { addressLengths, type ConstrainedName, printName } from './constrained-names.ts';
import type { DistinguishedName } from '../x509/distinguished-name.ts';
import type { Subtree } from '../x509/extensions.ts';
import { isHostName } from './names.ts';

/** permitted requires all names that a name stands for, excluded any of them: this differs for wildcards. */
export type SubtreeKind = 'permitted' | 'excluded';

/** A name in the form in which it is compared. */
export type ComparableName =
  | { type: 'dns'; name: string; wild: boolean }
  | { type: 'ip'; bytes: Uint8Array }
  | { type: 'email'; local: string; host: string }
  | { type: 'uri'; host: string }
  | { type: 'directory'; keys: readonly string[] };

/** A subtree in the form in which it is compared. */
export interface SubtreeTest {
  /** Null where the constraint is invalid for its type, or of an unsupported type. */
  contains: ((name: ComparableName, kind: SubtreeKind) => boolean) | null;
  /** Names of this type are what the constraint is about. */
  isAbout: (name: ConstrainedName) => boolean;
  text: string;
}

/** Labels as names in certificates have them, right or wrong: verifiers compare underscores too. */
const isComparable = (name: string): boolean =>
  name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));

/** Local part and host of a mailbox; null where there are not just these. */
function mailbox(text: string): { local: string; host: string } | null {
  const [local = '', host, ...more] = text.split('@');
  const usable = host !== undefined && more.length === 0 && local !== '' && isComparable(host);
  return usable ? { local, host: host.toLowerCase() } : null;
}

/** Host of a URI with an authority; null where it has none or is an address. */
function uriHost(text: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return null;
  const [authority = ''] = text.slice(text.indexOf('//') + 2).split(/[/?#]/);
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
  return isHostName(host) ? host : null;
}

function comparableDns(text: string): ComparableName | null {
  const wild = text.startsWith('*.');
  const name = (wild ? text.slice(2) : text).toLowerCase();
  return isComparable(name) ? { type: 'dns', name, wild } : null;
}

/** A name's form for comparison; null where it is invalid for its type, or of an unsupported type. */
export function comparableName(name: ConstrainedName): ComparableName | null {
  switch (name.type) {
    case 'dns':
      return comparableDns(name.text);
    case 'ip':
      return addressLengths.has(name.bytes.length) ? { type: 'ip', bytes: name.bytes } : null;
    case 'email': {
      const box = mailbox(name.text);
      return box === null ? null : { type: 'email', ...box };
    }
    case 'uri': {
      const host = uriHost(name.text);
      return host === null ? null : { type: 'uri', host };
    }
    case 'directory':
      return { type: 'directory', keys: name.name.keys };
    case 'other':
      return null;
  }
}

type Contains = NonNullable<SubtreeTest['contains']>;

/** A domain in a constraint, with or without a leading dot; empty: all. */
const isDomain = (text: string): boolean => text === '' || isComparable(text.replace(/^\./, ''));

/** True where `name` is below `.domain`, or, for `domain`, is it or below it. */
function isWithin(name: string, domain: string): boolean {
  if (domain === '') return true;
  return domain.startsWith('.') ? name.endsWith(domain) : isInDomain(name, domain);
}

/**
 * dNSName: zero or more labels added at the left (RFC 5280 section 4.2.1.10). A leading dot, which the RFC does not know,
 * is read as "below" by every browser. A wildcard stands for all names that it matches: it is permitted where all of them
 * are, and excluded where one of them is.
 */
function dnsTest(text: string): Contains | null {
  if (!isDomain(text)) return null;
  const constraint = text.toLowerCase();
  const domain = constraint.replace(/^\./, '');
  const parent = domain.slice(domain.indexOf('.') + 1);
  return (name, kind) => {
    if (name.type !== 'dns') return false;
    if (!name.wild) return isWithin(name.name, constraint);
    return isWithin(name.name, domain) || (kind === 'excluded' && domain === constraint && parent === name.name);
  };
}

/** A run of ones before a run of zeros. */
function isPrefixMask(mask: Uint8Array): boolean {
  return /^1*0*$/.test(Array.from(mask, (byte) => byte.toString(2).padStart(8, '0')).join(''));
}

/** iPAddress: address and mask in the manner of CIDR (RFC 5280 section 4.2.1.10). */
function addressTest(constraint: Uint8Array): Contains | null {
  const half = constraint.length / 2;
  const mask = constraint.subarray(half);
  if (!addressLengths.has(half) || !isPrefixMask(mask)) return null;
  return (name) =>
    name.type === 'ip' &&
    name.bytes.length === half &&
    mask.every((bits, i) => (((name.bytes[i] ?? 0) ^ (constraint[i] ?? 0)) & bits) === 0);
}

/** A host, or all below a domain with a leading dot. */
const isHostOf = (host: string, domain: string): boolean =>
  domain === '' || domain.startsWith('.') ? host.endsWith(domain) : host === domain;

/** rfc822Name: a mailbox, all mailboxes of a host, or of all hosts below a domain. */
function emailTest(text: string): Contains | null {
  if (text.includes('@')) {
    const wanted = mailbox(text);
    if (wanted === null) return null;
    return (name) => name.type === 'email' && name.local === wanted.local && name.host === wanted.host;
  }
  const domain = text.toLowerCase();
  return isDomain(text) ? (name) => name.type === 'email' && isHostOf(name.host, domain) : null;
}

/** uniformResourceIdentifier: its host, or all hosts below a domain. */
function uriTest(text: string): Contains | null {
  const domain = text.toLowerCase();
  return isDomain(text) ? (name) => name.type === 'uri' && isHostOf(name.host, domain) : null;
}

/** directoryName: the relative names that the constraint begins with. */
const directoryTest =
  ({ keys }: DistinguishedName): Contains =>
  (name) =>
    name.type === 'directory' && keys.length <= name.keys.length && keys.every((key, i) => key === name.keys[i]);

function testOf(subtree: Subtree): Contains | null {
  switch (subtree.type) {
    case 'dns':
      return dnsTest(subtree.text);
    case 'ip':
      return addressTest(subtree.bytes);
    case 'email':
      return emailTest(subtree.text);
    case 'uri':
      return uriTest(subtree.text);
    case 'directory':
      return directoryTest(subtree.name);
    case 'other':
      return null;
  }
}

/** A subtree in words. */
function printSubtree(subtree: Subtree): string {
  if (subtree.type !== 'ip') return printName(subtree);
  const half = subtree.bytes.length / 2;
  const address = printName({ type: 'ip', bytes: subtree.bytes.subarray(0, half) });
  return `${address} with mask ${printName({ type: 'ip', bytes: subtree.bytes.subarray(half) }).replace('IP ', '')}`;
}

/** Prepares a subtree for many comparisons. */
export const subtreeTest = (subtree: Subtree): SubtreeTest => ({
  contains: testOf(subtree),
  isAbout: (name) =>
    subtree.type === 'other' ? name.type === 'other' && name.kind === subtree.kind : name.type === subtree.type,
  text: printSubtree(subtree),
});
