import type { Row } from '../../../catalogue/testing/rows.ts';
import { unseen } from '../../../evidence/observed.ts';
import { exampleZoneBehind } from '../../../evidence/zone/example.ts';
import { type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsNsCount, dnsNsPrefixDiversity } from './spread.ts';

const unknownAddresses = {
  servers: [],
  inParent: ['ns1.site.lab', 'ns2.site.lab'],
  inChild: ['ns1.site.lab', 'ns2.site.lab'],
  names: {
    'ns1.site.lab': { ipv4: unseen('timeout', 'no-address') },
  },
} as const satisfies Given;

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
];

testRows(rows);
