import { policySites } from '@perimeter/lab/sites/all';
import type { Site } from '@perimeter/lab/sites/site';
import { text, type Zone, type ZoneRecord } from '@perimeter/lab/dns/zone';

/** The second half of the benchmarking range (RFC 2544 appendix C.2.2); the lab's own servers use the first. */
export const townNetwork = '198.19.0.0/24';

const ipv4 = (octet: number): string => `198.19.0.${octet}`;
const ipv6 = (octet: number): string => `2001:db8:113:19::${octet}`;

/** Both addresses of one server. */
export const addressesAt = (octet: number): readonly [string, string] => [ipv4(octet), ipv6(octet)];

/** The root's server, and those of the top-level domain, which has several like real ones. */
export const rootOctet = 1;
export const registryOctets = [2, 3, 4, 5] as const;

/** Lab sites whose pages, headers and cookies the domains use, each twice. */
const kinds = [
  'typical-giant.lab',
  'typical-code.lab',
  'typical-wordpress.lab',
  'typical-static.lab',
  'typical-api.lab',
  'aplus.lab',
  'aplus-points.lab',
  'libs.lab',
  'cookies-bare.lab',
  'gaps.lab',
] as const;

/** A domain without a common server with any other. */
export interface TownDomain {
  readonly host: string;
  readonly site: Site;
  readonly web: number;
  readonly nameServers: readonly [number, number];
  /** The octet of its mail server, which every second domain has. */
  readonly mail: number | null;
  readonly signed: boolean;
}

const count = 20;
const firsts = { nameServers: 11, web: 101, mail: 151 };

/** The domains that are audited concurrently. */
export const townDomains: readonly TownDomain[] = Array.from({ length: count }, (_, at) => {
  const kind = kinds[at % kinds.length] ?? 'aplus.lab';
  const host = `site${at + 1}.bench`;
  const site: Site = JSON.parse(JSON.stringify(policySites[kind]).replaceAll(kind, host));
  return {
    host,
    site,
    web: firsts.web + at,
    nameServers: [firsts.nameServers + 2 * at, firsts.nameServers + 2 * at + 1],
    mail: at % 2 === 0 ? firsts.mail + at : null,
    signed: at % 4 === 0,
  };
});

const hostRecords = (owner: string, octet: number): readonly ZoneRecord[] => [
  [owner, 'A', ipv4(octet)],
  [owner, 'AAAA', ipv6(octet)],
];

const serverName = (octet: number): string => `ns${octet}.nic.bench`;

/** The zone of a domain: both address families, and records for or without mail. */
export function townZone({ host, web, nameServers, mail }: TownDomain): Zone {
  const mailRecords: readonly ZoneRecord[] =
    mail === null
      ? [
          ['@', 'MX', '0 .'],
          ['@', 'TXT', text('v=spf1 -all')],
        ]
      : [['@', 'MX', `10 mail.${host}.`], ['@', 'TXT', text('v=spf1 mx ~all')], ...hostRecords('mail', mail)];
  return {
    origin: host,
    nameServers: nameServers.map(serverName),
    records: [
      ...hostRecords('@', web),
      ...hostRecords('www', web),
      ...mailRecords,
      ['_dmarc', 'TXT', text('v=DMARC1; p=none')],
    ],
  };
}

/** The zone that delegates to all of them, with their DS records. */
export const registryZone = (ds: readonly ZoneRecord[]): Zone => ({
  origin: 'bench',
  nameServers: registryOctets.map(serverName),
  records: [
    ...registryOctets.flatMap((octet) => hostRecords(`ns${octet}.nic`, octet)),
    ...townDomains.flatMap(({ host, nameServers }) => [
      ...nameServers.flatMap((octet) => hostRecords(`ns${octet}.nic`, octet)),
      ...nameServers.map((octet): ZoneRecord => [host.slice(0, -'.bench'.length), 'NS', `${serverName(octet)}.`]),
    ]),
    ...ds,
  ],
});

/** The root, unsigned. */
export const townRoot: Zone = {
  origin: '',
  nameServers: ['a.root'],
  records: [
    ...hostRecords('a.root.', rootOctet),
    ...registryOctets.flatMap((octet) => [
      ...hostRecords(`${serverName(octet)}.`, octet),
      ['bench.', 'NS', `${serverName(octet)}.`] as const,
    ]),
  ],
};
