import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen, untested } from '../../../evidence/observed.ts';
import { exampleServers, exampleZoneBehind } from '../../../evidence/zone/example.ts';
import { type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsNsAsnDiversity, dnsNsCount, dnsNsPrefixDiversity } from './spread.ts';

const unknownAddresses = {
  servers: [],
  inParent: ['ns1.site.lab', 'ns2.site.lab'],
  inChild: ['ns1.site.lab', 'ns2.site.lab'],
  names: {
    'ns1.site.lab': { ipv4: unseen('timeout', 'no-address') },
  },
} as const satisfies Given;

/** The autonomous systems of the example's four addresses, by a route table of that date. */
const systems = (sets: readonly number[][], date = '2026-05-20'): Given => ({
  changes: {
    origins: seen({
      file: 'riswhois.txt',
      date,
      systems: Object.fromEntries(exampleServers.map(({ address }, at) => [address, sets[at] ?? []])),
    }),
  },
});

const rows: readonly Row<Given>[] = [
  [dnsNsCount, 'two servers', {}, 'pass', /2 name servers with 4 addresses/],
  [dnsNsCount, 'one server', { servers: servers({}, {}, null, null) }, 'fail', /1 name server /],
  [
    dnsNsCount,
    'two names of one address',
    { servers: servers({}, null, { address: '192.0.2.53' }, null) },
    'fail',
    /1 address/,
  ],
  [dnsNsCount, 'addresses are not known', unknownAddresses, 'inconclusive'],
  [dnsNsCount, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'pass'],
  [dnsNsPrefixDiversity, 'several networks', {}, 'pass', /4 networks/],
  [
    dnsNsPrefixDiversity,
    'one IPv4 network, no IPv6',
    { servers: servers({}, null, { address: '192.0.2.54' }, null) },
    'fail',
    /192\.0\.2\.0\/24/,
  ],
  [
    dnsNsPrefixDiversity,
    'one IPv4 network, two of IPv6',
    { servers: servers({}, {}, { address: '192.0.2.54' }, {}) },
    'pass',
  ],
  [
    dnsNsPrefixDiversity,
    'one network each',
    { servers: servers({}, {}, { address: '192.0.2.54' }, { address: '2001:db8:1::54' }) },
    'fail',
    /2001:db8:1::\/48/,
  ],
  [dnsNsPrefixDiversity, 'one address', { servers: servers({}, null, null, null) }, 'not-applicable'],
  [
    dnsNsPrefixDiversity,
    'addresses are not known',
    { ...unknownAddresses, servers: servers({}, null, { address: '192.0.2.54' }, null) },
    'inconclusive',
  ],
  [dnsNsAsnDiversity, 'two systems', systems([[64500], [64500], [64501], [64501]]), 'pass', /2 autonomous systems/],
  [dnsNsAsnDiversity, 'one system', systems([[64500], [64500], [64500], [64500]]), 'informational', /AS64500/],
  [dnsNsAsnDiversity, 'two systems, one address without route', systems([[64500], [], [64501], [64501]]), 'pass'],
  [
    dnsNsAsnDiversity,
    'one system, one address without route',
    systems([[64500], [], [64500], [64500]]),
    'inconclusive',
    /no route to 2001:db8:1::53/,
  ],
  [dnsNsAsnDiversity, 'no route at all', systems([]), 'inconclusive', /no route to 192\.0\.2\.53/],
  [
    dnsNsAsnDiversity,
    'networks of two origins',
    systems([[64500, 64501], [64500], [64500], [64500]]),
    'inconclusive',
    /Several systems/,
  ],
  [
    dnsNsAsnDiversity,
    'an anycast operator',
    systems([[13335], [13335], [13335], [13335]]),
    'not-applicable',
    /Cloudflare/,
  ],
  [dnsNsAsnDiversity, 'the table is 30 days old', systems([[64500], [64500], [64501], [64501]], '2026-05-02'), 'pass'],
  [
    dnsNsAsnDiversity,
    'an old table',
    systems([[64500], [64500], [64500], [64500]], '2026-05-01'),
    'inconclusive',
    /31 days old/,
  ],
  [
    dnsNsAsnDiversity,
    'no table',
    { changes: { origins: untested('routes-off') } },
    'not-applicable',
    /PERIMETER_ROUTES/,
  ],
  [
    dnsNsAsnDiversity,
    'a table that is none',
    { changes: { origins: unseen('malformed', 'routes-unreadable', 'it holds no routes') } },
    'inconclusive',
    /holds no routes/,
  ],
  [dnsNsAsnDiversity, 'evidence of earlier versions', {}, 'not-applicable'],
];

testRows(rows);
