import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleZone } from '../../../evidence/zone/example.ts';
import { everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsNsIsCname, dnsNsPrivate } from './names.ts';

const alias = { isAlias: seen(true), aliases: ['dns.host.lab'] };
const inside = {
  address: '10.0.0.53',
  changes: { allowed: false, blockedBy: '10.0.0.0/8 Private-Use (RFC 1918)', refusal: 'range' },
} as const;
const scanner = { changes: { allowed: false, blockedBy: 'an address of this machine', refusal: 'own' } } as const;
const optedOut = { changes: { allowed: false, blockedBy: 'opted-out' } };
const nobody = exampleZone({ changes: { serverNames: [], servers: [] } });

const rows: readonly Row<Given>[] = [
  [dnsNsIsCname, 'names with addresses', {}, 'pass'],
  [
    dnsNsIsCname,
    'an alias',
    { names: { 'ns1.site.lab': alias } },
    'fail',
    /ns1\.site\.lab is an alias of dns\.host\.lab/,
  ],
  [
    dnsNsIsCname,
    'no answer',
    { names: { 'ns1.site.lab': { isAlias: unseen('timeout', 'no-address') } } },
    'inconclusive',
  ],
  [dnsNsIsCname, 'no names', { zone: nobody }, 'inconclusive'],
  [dnsNsPrivate, 'public addresses', {}, 'pass'],
  [dnsNsPrivate, 'a private address', { servers: servers(inside) }, 'fail', /10\.0\.0\.53.*RFC 1918/],
  [dnsNsPrivate, 'an owner who opted out', { servers: everyServer(optedOut) }, 'not-applicable'],
  [dnsNsPrivate, 'public addresses, all of them of the scanner', { servers: everyServer(scanner) }, 'pass'],
  [dnsNsPrivate, 'no addresses', { zone: nobody }, 'inconclusive'],
];

testRows(rows);
