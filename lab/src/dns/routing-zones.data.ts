import type { Zone, ZoneRecord } from './zone.ts';

/** The lab's block lists: of addresses, and of domains. */
const blockLists = { addresses: 'ip.list.lab', domains: 'domain.list.lab' } as const;

/** The external sources that audits of the lab use. */
export const labSources = `rdap,address-list:${blockLists.addresses},domain-list:${blockLists.domains}`;

/** The addresses of this table's sites, in order. */
const addressOf = (at: number): string => `198.18.0.${238 + at}`;
const reversed = (address: string): string => address.split('.').toReversed().join('.');

/** Records of zones about addresses and networks. */
export const routingZones: Readonly<Record<string, Partial<Zone>>> = {
  'bogon.lab': {
    records: [
      ['@', 'A', '240.1.2.3'],
      ['@', 'AAAA', '2002:c000:204::1'],
      ['www', 'A', addressOf(2)],
    ],
  },
  'six-dead.lab': { records: [['@', 'AAAA', '2001:db8:113:3::242']] },
  'fronted.lab': { records: [['@', 'MX', '10 direct']] },
  'fronted-shut.lab': { records: [['@', 'MX', '10 direct']] },
};

/** The entries of the block lists: test points (RFC 5782 section 5), one address and one domain. */
export const listRecords: readonly ZoneRecord[] = [
  [`${reversed('127.0.0.2')}.ip`, 'A', '127.0.0.2'],
  [`${reversed(addressOf(7))}.ip`, 'A', '127.0.0.4'],
  ['test.domain', 'A', '127.0.1.2'],
  ['listed.lab.domain', 'A', '127.0.1.4'],
];
