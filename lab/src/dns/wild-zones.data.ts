import type { ZoneRecord } from './zone.ts';

interface WildZone {
  readonly origin: string;
  readonly what: string;
  readonly nameServers: readonly string[];
  readonly records: readonly ZoneRecord[];
}

const zone = (origin: string, what: string, ...records: readonly ZoneRecord[]): WildZone => ({
  origin: `${origin}.lab`,
  what,
  nameServers: ['ns1.nic.lab', 'ns2.nic.lab'],
  records: [['@', 'A', '203.0.113.101'], ...records],
});

/** Zones with wildcard records, so that every name exists. */
export const wildZones: readonly WildZone[] = [
  zone('wild-dangling', 'A wildcard alias to a name that does not exist', ['*', 'CNAME', 'gone.good.lab.']),
  zone('wild-unregistered', 'A wildcard alias into an unregistered domain', ['*', 'CNAME', 'x.nobody-owns-this.lab.']),
  zone(
    'wild-private',
    'A wildcard with a private address, and a name with one of its own',
    ['*', 'A', '10.1.2.4'],
    ['dev', 'A', '10.1.2.5'],
  ),
  zone('wild-mail', 'A wildcard of mail hosts in an unregistered domain', ['*', 'MX', '10 mail.nobody-owns-this.lab.']),
  zone('wild-tree', 'All names below lead into a tree that does not exist (DNAME)', ['@', 'DNAME', 'gone.good.lab.']),
  zone('wild-other-tree', 'All names below lead into a tree that has names of its own (DNAME)', [
    '@',
    'DNAME',
    'names-good.lab.',
  ]),
];
