import type { Row } from '../../../catalogue/testing/rows.ts';
import { unseen } from '../../../evidence/observed.ts';
import { exampleZone, exampleZoneBehind } from '../../../evidence/zone/example.ts';
import { type Given, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsGlueMismatch, dnsNsSetMismatch } from './agreement.ts';

const glue = (address: string) => [
  { name: 'ns1.site.lab', address },
  { name: 'ns2.site.lab', address: '198.51.100.53' },
];
const outside = { 'ns1.site.lab': { inZone: false }, 'ns2.site.lab': { inZone: false } };
const sound = exampleZone();
const noReferral =
  sound.parent === null ? sound : { ...sound, parent: { ...sound.parent, referral: unseen('timeout', 'no-address') } };

const rows: readonly Row<Given>[] = [
  [dnsNsSetMismatch, 'both sides agree', {}, 'pass'],
  [
    dnsNsSetMismatch,
    'the parent lists another',
    { inParent: ['ns1.site.lab', 'old.host.lab'] },
    'fail',
    /only the parent lists old\.host\.lab; only the zone lists ns2\.site\.lab/,
  ],
  [dnsNsSetMismatch, 'no referral', { zone: noReferral }, 'inconclusive'],
  [dnsNsSetMismatch, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
  [dnsGlueMismatch, 'glue as in the zone', {}, 'pass'],
  [dnsGlueMismatch, 'another address', { glue: glue('192.0.2.99') }, 'fail', /192\.0\.2\.99/],
  [
    dnsGlueMismatch,
    'no glue',
    { glue: [{ name: 'ns2.site.lab', address: '198.51.100.53' }] },
    'fail',
    /sends no address of ns1/,
  ],
  [dnsGlueMismatch, 'servers elsewhere', { names: outside }, 'not-applicable'],
  [
    dnsGlueMismatch,
    'addresses not answered',
    { names: { 'ns1.site.lab': { ipv4: unseen('timeout', 'no-address') } } },
    'inconclusive',
  ],
];

testRows(rows);
