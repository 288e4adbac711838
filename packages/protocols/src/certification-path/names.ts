import { getPublicSuffix } from 'tldts';
import { sameBytes } from '../bytes.ts';
import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from '../dns/address.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import { visible } from '../x509/visible.ts';

/** The requested host: an address, or a name in A-labels, lower case, without the root's dot. */
export type ReferenceName = { type: 'ip'; bytes: Uint8Array } | { type: 'dns'; name: string };

/** A longer name is invalid (RFC 1035 section 2.3.4). */
const maxNameCharacters = 253;

function addressOf(text: string): Uint8Array | null {
  if (!/^[\d.]+$|:/.test(text)) return null;
  try {
    return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Reads a host as URLs write it: a name, an IPv4 address, or an IPv6 address with or without brackets. */
export function referenceName(host: string): ReferenceName {
  const bytes = addressOf(host.replace(/^\[(.*)\]$/, '$1'));
  // RFC 9525 section 6.3 compares without regard to case; the dot of the root is no label.
  return bytes === null ? { type: 'dns', name: host.toLowerCase().replace(/\.$/, '') } : { type: 'ip', bytes };
}

/** A label of letters, digits and inner hyphens (RFC 5890 section 2.3.1). */
export const ldhLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** True for a host name of LDH labels that is no address (RFC 5280 section 4.2.1.6, "preferred name syntax"). */
export function isHostName(name: string): boolean {
  const labels = name.split('.');
  const numeric = /^\d+$/.test(labels.at(-1) ?? '');
  return name.length <= maxNameCharacters && !numeric && labels.every((one) => ldhLabel.test(one));
}

/** True for a host name, or one below a left-most label of one asterisk (RFC 9525 section 6.3). */
export const isPresentableName = (name: string): boolean => isHostName(name.startsWith('*.') ? name.slice(2) : name);

/** The rest after a wildcard's label must be more than a public suffix: browsers match neither *.com nor *.co.uk. */
function mayBeWild(base: string): boolean {
  const suffix = getPublicSuffix(base, { allowPrivateDomains: false, extractHostname: false, validateHostname: false });
  return base.includes('.') && suffix !== base;
}

/** True where a dNSName matches a host name (RFC 9525 section 6.3); neither partial nor inner wildcards match. */
export function matchesName(presented: string, name: string): boolean {
  const pattern = presented.toLowerCase();
  if (!isPresentableName(pattern) && pattern.includes('*')) return false;
  if (!pattern.startsWith('*.')) return pattern === name && name !== '';
  const base = pattern.slice(2);
  const dot = name.indexOf('.');
  return dot > 0 && name.slice(dot + 1) === base && mayBeWild(base);
}

/** True where a subjectAltName matches the host; the common name never counts (RFC 9525 section 2). */
export function matchesHost({ subjectAltName }: ParsedCertificate, host: string): boolean {
  const reference = referenceName(host);
  return (subjectAltName ?? []).some((name) =>
    reference.type === 'ip'
      ? name.type === 'ip' && sameBytes(name.bytes, reference.bytes)
      : name.type === 'dns' && matchesName(name.text, reference.name),
  );
}

const printAddress = (bytes: Uint8Array): string =>
  bytes.length === 4 ? printIpv4(bytes) : bytes.length === 16 ? printIpv6(bytes) : `${bytes.length} octets`;

/** Maximum number of a certificate's names in a sentence. */
const maxShown = 8;

/** The dNSNames and iPAddresses of a certificate in words. */
export function presentedNames({ subjectAltName }: ParsedCertificate): string {
  const names = (subjectAltName ?? []).flatMap((name) =>
    name.type === 'dns' ? [visible(name.text)] : name.type === 'ip' ? [printAddress(name.bytes)] : [],
  );
  const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : '';
  return names.slice(0, maxShown).join(', ') + more;
}
