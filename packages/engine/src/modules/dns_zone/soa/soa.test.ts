import type { Row } from '../../../catalogue/testing/rows.ts';
import {
  exampleServers,
  exampleZoneBehind,
  soaReply,
  zoneRecord,
  zoneReplies,
  zoneReplyWith,
} from '../../../evidence/zone/example.ts';
import { everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsMultipleSoa, dnsSoaRnameMname, dnsSoaSerialDrift, dnsSoaTimers } from './soa.ts';

const refused: Given = { servers: everyServer({ replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused }) };
const soa = (data: string): Given => ({ servers: everyServer({ replies: { SOA: soaReply(1, data) } }) });
const timers = (text: string): Given => soa(`ns1.site.lab hostmaster.site.lab 1 ${text}`);
const behind = { replies: { SOA: soaReply(5) } };
const stays = { replies: { SOA: soaReply(5), 'SOA-later': soaReply(5) } };
const afterMinute = { secondLook: { afterMs: 60_000 } };
const leads = { replies: { 'SOA-later': soaReply() } };
const catchesUp = { replies: { SOA: soaReply(5), 'SOA-later': soaReply() } };
const elsewhere = { replies: { SOA: soaReply(5, 'ns.other.lab hostmaster.site.lab 5 14400 3600 1209600 3600') } };
const two = zoneReplyWith({
  answer: ['1', '2'].map((serial) =>
    zoneRecord('site.lab', 'SOA', `ns1.site.lab hostmaster.site.lab ${serial} 14400 3600 1209600 3600`),
  ),
});
const fromResolver = (data: string): Given => ({
  ...refused,
  changes: {
    lookups: [
      {
        name: 'site.lab',
        type: 'SOA',
        status: 'answer',
        authenticated: false,
        cnames: [],
        records: [zoneRecord('site.lab', 'SOA', data)],
        queries: 1,
      },
    ],
  },
});

const rows: readonly Row<Given>[] = [
  [dnsSoaSerialDrift, 'one serial', {}, 'pass', /2026010101/],
  [dnsSoaSerialDrift, 'two serials, looked at once', { servers: servers(behind) }, 'informational', /on its way/],
  [
    dnsSoaSerialDrift,
    'two primaries',
    { servers: servers(elsewhere, elsewhere) },
    'informational',
    /several primaries/,
  ],
  [
    dnsSoaSerialDrift,
    'still apart a minute later',
    { servers: servers(stays, leads, leads, leads), changes: afterMinute },
    'fail',
    /60 seconds servers of the same primary still differ/,
  ],
  [
    dnsSoaSerialDrift,
    'still apart five seconds later, which a transfer may take',
    { servers: servers(stays, leads, leads, leads), changes: { secondLook: { afterMs: 5_000 } } },
    'informational',
    /on its way/,
  ],
  [
    dnsSoaSerialDrift,
    'alike a minute later',
    { servers: servers(catchesUp, leads, leads, leads), changes: afterMinute },
    'pass',
    /everywhere after 60 seconds/,
  ],
  [
    dnsSoaSerialDrift,
    'one is silent a minute later',
    { servers: servers(stays, leads, leads, {}), changes: afterMinute },
    'informational',
  ],
  [dnsSoaSerialDrift, 'one server', { servers: exampleServers.slice(0, 1) }, 'not-applicable'],
  [dnsSoaSerialDrift, 'no SOA', refused, 'inconclusive'],
  [dnsSoaTimers, 'as recommended', {}, 'pass'],
  [dnsSoaTimers, 'those of a large provider', timers('900 900 1800 60'), 'informational', /no weakness/],
  [
    dnsSoaTimers,
    'expire below refresh',
    timers('86400 3600 3600 300'),
    'fail',
    /expire 3600 is not above refresh 86400/,
  ],
  [dnsSoaTimers, 'retry above refresh', timers('14400 18000 1209600 300'), 'fail', /retry 18000/],
  [dnsSoaTimers, 'by the resolver alone', fromResolver('ns1.site.lab a.site.lab 1 14400 3600 1209600 3600'), 'pass'],
  [dnsSoaTimers, 'no SOA', refused, 'inconclusive'],
  [dnsMultipleSoa, 'one', {}, 'pass'],
  [dnsMultipleSoa, 'two', { servers: servers({ replies: { SOA: two } }) }, 'fail', /2 SOA records/],
  [dnsMultipleSoa, 'none', refused, 'inconclusive'],
  [dnsMultipleSoa, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
  [dnsSoaRnameMname, 'in order', {}, 'pass'],
  [
    dnsSoaRnameMname,
    'an at sign',
    soa('ns1.site.lab admin@site.lab 1 14400 3600 1209600 3600'),
    'informational',
    /no mailbox/,
  ],
  [dnsSoaRnameMname, 'an escaped dot', soa('ns1.site.lab first\\.last.site.lab 1 14400 3600 1209600 3600'), 'pass'],
  [
    dnsSoaRnameMname,
    'a hidden primary',
    soa('hidden.site.lab a.site.lab 1 14400 3600 1209600 3600'),
    'informational',
    /hidden\.site\.lab/,
  ],
  [dnsSoaRnameMname, 'no SOA', refused, 'inconclusive'],
];

testRows(rows);
