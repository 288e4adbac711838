import { toASCII } from 'tr46';
import { brandSuffixes, closedLabels, closedSuffixes, openSuffixes, soldSuffixes } from './closed-suffixes.data.ts';
import { isNumeric, isSpecialUse, registeredDomainOf, registrableDomainOf } from './name.ts';

/** RFC 1035 section 2.3.4, less the octets of lengths and the root. */
const maxNameCharacters = 253;

/** Names as records and URLs write them: any case, with or without the root, below a wildcard. */
const plainName = (host: string): string => host.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');

/** False for what can be no name of the public DNS: addresses, single labels, special-use names. */
export function isPublicName(host: string): boolean {
  const name = plainName(host);
  const labels = name.split('.');
  return (
    name.length <= maxNameCharacters &&
    labels.length > 1 &&
    labels.every((label) => label !== '' && label.length <= 63) &&
    !isNumeric(name) &&
    !isSpecialUse(name)
  );
}

/** What registries accept: letters, digits and inner hyphens; labels with hyphens in positions 3 and 4 only where they are A-labels (RFC 5890 section 2.3.1). */
const isRegistrableLabel = (label: string): boolean =>
  /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/.test(label) &&
  (!/^..--/.test(label) || (label.startsWith('xn--') && toASCII(label, { useSTD3ASCIIRules: true }) === label));

const isClosedItself = (suffix: string): boolean =>
  closedSuffixes.has(suffix) ||
  brandSuffixes.has(suffix) ||
  // Schools, community colleges, libraries and agencies of a state (usTLD locality policy)
  /^(?:k12|cc|lib|state)\.[a-z]{2}\.us$/.test(suffix) ||
  (suffix.includes('.') && !openSuffixes.has(suffix) && closedLabels.has(suffix.slice(0, suffix.indexOf('.'))));

/** Suffixes below a closed one, such as those of provinces below a government's, are closed too. */
function isClosed(suffix: string): boolean {
  const labels = suffix.split('.');
  return labels.some((_, at) => isClosedItself(labels.slice(at).join('.')));
}

/** The domain below a suffix that its operator sells names of, such as uk.com; null: there is no such suffix above the name. */
function boughtDomain(name: string): string | null {
  const domain = registrableDomainOf(name);
  const suffix = domain?.slice(domain.indexOf('.') + 1) ?? '';
  // EU.org has suffixes of countries below its own.
  return soldSuffixes.has(suffix) || suffix.endsWith('.eu.org') ? domain : null;
}

/**
 * The domain to register in order to own the host; null where nobody can register it: addresses, special-use names, public
 * suffixes, labels that no registry takes, and suffixes that are closed to strangers. Below a private suffix such as github.io it
 * is the operator's own domain, unless the operator sells names there (uk.com). Whether the top-level domain exists is for DNS to say.
 */
export function domainToRegister(host: string): string | null {
  if (!isPublicName(host)) return null;
  const name = plainName(host);
  const domain = boughtDomain(name) ?? registeredDomainOf(name);
  if (domain === null || !/^[a-z\d.-]+$/.test(domain)) return null;
  const dot = domain.indexOf('.');
  return isRegistrableLabel(domain.slice(0, dot)) && !isClosed(domain.slice(dot + 1)) ? domain : null;
}
