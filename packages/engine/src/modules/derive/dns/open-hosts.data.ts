/** A DNS provider at which an account of anybody's can create a zone of any name, and the names of its servers. */
export interface OpenHost {
  name: string;
  /** Ends of the names of its servers. */
  endings: readonly string[];
}

/**
 * Providers whose customers are not proved to own the domain before their servers answer for it; of 2026-11-22, as
 * https://github.com/indianajson/can-i-take-over-dns rates providers.
 */
export const hostsWithOpenZones: readonly OpenHost[] = [
  { name: 'DigitalOcean', endings: ['digitalocean.com'] },
  { name: 'DNS Made Easy', endings: ['dnsmadeeasy.com'] },
  { name: 'DNSimple', endings: ['dnsimple.com'] },
  { name: 'Domain.com', endings: ['domain.com'] },
  { name: 'EasyDNS', endings: ['easydns.com', 'easydns.net', 'easydns.org', 'easydns.info'] },
  { name: 'Google Cloud DNS', endings: ['googledomains.com'] },
  { name: 'Hurricane Electric', endings: ['he.net'] },
  { name: 'Linode', endings: ['linode.com'] },
  { name: 'MyDomain', endings: ['mydomain.com'] },
  { name: 'Name.com', endings: ['name.com'] },
  { name: 'TierraNet', endings: ['domaindiscover.com'] },
];
