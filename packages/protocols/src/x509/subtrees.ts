import { addressLengths, type ConstrainedName, printName } from './constrained-names.ts';
import type { DistinguishedName } from './distinguished-name.ts';
import type { Subtree } from './extensions.ts';
import { isHostName } from './names.ts';

/** How a subtree lies to a name; unusable: the constraint or the name is not what its type asks for. */
export type Fit = 'inside' | 'outside' | 'unusable';

const fit = (inside: boolean): Fit => (inside ? 'inside' : 'outside');

/** True where `name` is below `.domain`, or, for `domain`, is it or below it. */
function isWithin(name: string, domain: string): boolean {
  if (domain === '') return true;
  return domain.startsWith('.') ? name.endsWith(domain) : name === domain || name.endsWith(`.${domain}`);
}

/**
 * dNSName: zero or more labels added at the left (RFC 5280 section 4.2.1.10). A leading dot, which the RFC does not know,
 * is read as "below" by every browser. A wildcard stands for all names that it matches: it is permitted where all of them
 * are, and excluded where one of them is.
 */
function fitDns(constraint: string, presented: string, kind: 'permitted' | 'excluded'): Fit {
  const wild = presented.startsWith('*.');
  const name = wild ? presented.slice(2) : presented;
  const domain = constraint.replace(/^\./, '');
  if ((domain !== '' && !isHostName(domain)) || !isHostName(name)) return 'unusable';
  if (!wild) return fit(isWithin(name, constraint));
  if (isWithin(name, domain)) return 'inside';
  return fit(kind === 'excluded' && domain === constraint && domain.slice(domain.indexOf('.') + 1) === name);
}

/** A run of ones before a run of zeros. */
function isPrefixMask(mask: Uint8Array): boolean {
  const bits = Array.from(mask, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return /^1*0*$/.test(bits);
}

/** iPAddress: address and mask in the manner of CIDR (RFC 5280 section 4.2.1.10). */
function fitAddress(constraint: Uint8Array, address: Uint8Array): Fit {
  const half = constraint.length / 2;
  const mask = constraint.subarray(half);
  if (!addressLengths.has(half) || !addressLengths.has(address.length) || !isPrefixMask(mask)) return 'unusable';
  const inside =
    half === address.length && mask.every((bits, i) => (((address[i] ?? 0) ^ (constraint[i] ?? 0)) & bits) === 0);
  return fit(inside);
}

/** Local part and host of a mailbox; null where there are not just these. */
function mailbox(text: string): { local: string; host: string } | null {
  const [local = '', host, ...more] = text.split('@');
  return host === undefined || more.length > 0 || local === '' || !isHostName(host) ? null : { local, host };
}

/** rfc822Name: a mailbox, all mailboxes of a host, or of all hosts below a domain. */
function fitEmail(constraint: string, address: string): Fit {
  const box = mailbox(address);
  if (box === null) return 'unusable';
  const host = box.host.toLowerCase();
  if (constraint.includes('@')) {
    const wanted = mailbox(constraint);
    return wanted === null ? 'unusable' : fit(wanted.local === box.local && wanted.host.toLowerCase() === host);
  }
  const domain = constraint.toLowerCase();
  if (domain !== '' && !isHostName(domain.replace(/^\./, ''))) return 'unusable';
  return fit(domain === '' || domain.startsWith('.') ? host.endsWith(domain) : host === domain);
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

/** uniformResourceIdentifier: its host, or all hosts below a domain. */
function fitUri(constraint: string, uri: string): Fit {
  const host = uriHost(uri);
  const domain = constraint.toLowerCase();
  if (host === null || (domain !== '' && !isHostName(domain.replace(/^\./, '')))) return 'unusable';
  return fit(domain === '' || domain.startsWith('.') ? host.endsWith(domain) : host === domain);
}

/** directoryName: the relative names that the constraint begins with. */
const fitDirectory = (constraint: DistinguishedName, name: DistinguishedName): Fit =>
  fit(constraint.keys.length <= name.keys.length && constraint.keys.every((key, i) => key === name.keys[i]));

/** How a name lies to a subtree; null where the subtree is of another type and says nothing of it. */
export function fitOf(subtree: Subtree, name: ConstrainedName, kind: 'permitted' | 'excluded'): Fit | null {
  if (subtree.type === 'dns' && name.type === 'dns')
    return fitDns(subtree.text.toLowerCase(), name.text.toLowerCase(), kind);
  if (subtree.type === 'ip' && name.type === 'ip') return fitAddress(subtree.bytes, name.bytes);
  if (subtree.type === 'email' && name.type === 'email') return fitEmail(subtree.text, name.text);
  if (subtree.type === 'uri' && name.type === 'uri') return fitUri(subtree.text, name.text);
  if (subtree.type === 'directory' && name.type === 'directory') return fitDirectory(subtree.name, name.name);
  // RFC 5280 section 4.2.1.10: a constraint that cannot be processed rejects what it is about.
  return subtree.type === 'other' && name.type === 'other' && subtree.kind === name.kind ? 'unusable' : null;
}

/** A subtree in words. */
export function printSubtree(subtree: Subtree): string {
  if (subtree.type !== 'ip') return printName(subtree);
  const half = subtree.bytes.length / 2;
  const address = printName({ type: 'ip', bytes: subtree.bytes.subarray(0, half) });
  return `${address} with mask ${printName({ type: 'ip', bytes: subtree.bytes.subarray(half) }).replace('IP ', '')}`;
}
