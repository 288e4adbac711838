/** A DNS provider where any account can create a zone of any name, and the names of its servers. */
export interface OpenHost {
  name: string;
  /** Suffixes of its server names. */
  endings: readonly string[];
}

/**
 * Providers that serve a zone without proof that the customer owns the domain; of 2026-11-22, as rated by
 * https://github.com/indianajson/can-i-take-over-dns.
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
