import { isInDomain } from '@perimeter/protocols/domain/below';
import { internalEndings, internalNetworks, placeholderNames, providerDomains } from './internal-names.data.ts';

const withoutWildcard = (name: string): string => name.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');

const isPlaceholder = (name: string): boolean => placeholderNames.some((placeholder) => isInDomain(name, placeholder));

/** True for a DNS name that only a private network knows; product default names do not count. */
export function isInternalName(dnsName: string): boolean {
  const name = withoutWildcard(dnsName);
  if (name === '' || isPlaceholder(name)) return false;
  // A wildcard over a top-level domain, or text with invalid characters, is a mistake and not a host.
  const isSingle = /^[a-z0-9_-]+$/.test(name) && !dnsName.startsWith('*.');
  return isSingle || internalEndings.some((ending) => isInDomain(name, ending));
}

function bitsOfIpv4(address: string): string | null {
  const octets = address.split('.').map(Number);
  const isAddress =
    octets.length === 4 && octets.every((octet) => Number.isInteger(octet) && octet >= 0 && octet <= 255);
  return isAddress ? octets.map((octet) => octet.toString(16).padStart(2, '0')).join('') : null;
}

function bitsOfIpv6(address: string): string | null {
  const [head = '', tail, ...more] = address.toLowerCase().split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const missing = 8 - left.length - right.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 0)) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => group.padStart(4, '0')).join('')
    : null;
}

const toBits = (hex: string): string =>
  Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');

/** True for an address, as text, in a private network. */
export function isInternalAddress(address: string): boolean {
  const hex = address.includes(':') ? bitsOfIpv6(address) : bitsOfIpv4(address);
  if (hex === null) return false;
  const bits = toBits(hex);
  return internalNetworks.some(
    ([prefix, length]) => prefix.length === hex.length && toBits(prefix).slice(0, length) === bits.slice(0, length),
  );
}

/** True for a name of a foreign host: neither a product default nor a provider's own. */
export function isForeignName(dnsName: string, registrableDomain: string): boolean {
  const name = withoutWildcard(dnsName);
  if (name === '' || isInDomain(name, registrableDomain) || isPlaceholder(name)) return false;
  return !providerDomains.some((domain) => isInDomain(name, domain));
}
