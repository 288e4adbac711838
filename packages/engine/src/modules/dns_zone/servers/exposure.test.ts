import type { Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import {
  exampleZoneBehind,
  type ServerSketch,
  zoneRecord,
  zoneReplies,
  zoneReplyWith,
} from '../../../evidence/zone/example.ts';
import { everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsAxfrOpen, dnsOpenRecursion, dnsVersionDisclosed } from './exposure.ts';

const recursion = (
  parent: 'cached' | 'authoritative' | 'none',
  outside: boolean | null,
  { offered = true, replies = {} }: { offered?: boolean; replies?: ServerSketch['replies'] } = {},
): Given => ({ servers: servers({ replies, changes: { recursion: seen({ offered, parent, outside }) } }) });
const referral = zoneReplyWith({ flags: ['ra'], answer: [], authority: [zoneRecord('lab', 'NS', 'ns1.nic.lab')] });
const refusal = zoneReplyWith({ rcode: 5, flags: ['ra'], answer: [] });
const failure = zoneReplyWith({ rcode: 2, flags: ['ra'], answer: [] });
const transfer = (types: Record<string, number>, stoppedAt: 'end' | 'records' | 'refused'): Given => {
  const records = Object.values(types).reduce((sum, count) => sum + count, 0);
  return { servers: servers({ changes: { axfr: seen({ records, types, rcode: 0, stoppedAt }) } }) };
};
const version = (...texts: string[]): Given => ({ servers: servers({ changes: { version: seen(texts) } }) });
const gap = unseen('timeout', 'server-silent', 4_000);
const refused = { replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused };

const rows: readonly Row<Given>[] = [
  [dnsOpenRecursion, 'none offered', {}, 'pass'],
  [dnsOpenRecursion, 'resolves for anybody', recursion('cached', true), 'fail', /ns1\.site\.lab.*resolves names/],
  [dnsOpenRecursion, 'serves the parent zone itself', recursion('authoritative', null), 'pass'],
  [dnsOpenRecursion, 'RA alone', recursion('none', null), 'pass'],
  [
    dnsOpenRecursion,
    'RA with a referral, and no outside answer',
    recursion('none', null, { replies: { 'parent-soa': referral } }),
    'inconclusive',
    /offers recursion/,
  ],
  [
    dnsOpenRecursion,
    'RA with a referral, and an outside answer',
    recursion('none', true, { replies: { 'parent-soa': referral } }),
    'fail',
  ],
  [
    dnsOpenRecursion,
    'RA with referrals alone',
    recursion('none', false, { replies: { 'parent-soa': referral, outside: referral } }),
    'pass',
  ],
  [
    dnsOpenRecursion,
    'RA, and SERVFAIL for a name outside',
    recursion('cached', false, { replies: { outside: failure } }),
    'inconclusive',
    /SERVFAIL/,
  ],
  [dnsOpenRecursion, 'RA with a refusal', recursion('none', null, { replies: { 'parent-soa': refusal } }), 'pass'],
  [dnsOpenRecursion, 'not asked for an outside name', recursion('cached', null), 'inconclusive'],
  [dnsOpenRecursion, 'no answer', { servers: servers({ changes: { recursion: gap } }) }, 'inconclusive'],
  [dnsOpenRecursion, 'none serves the zone', { servers: everyServer(refused) }, 'not-applicable'],
  [dnsOpenRecursion, 'port 53 is intercepted', { zone: exampleZoneBehind('intercepted') }, 'inconclusive'],
  [dnsAxfrOpen, 'all refuse', {}, 'pass'],
  [dnsAxfrOpen, 'one hands it out', transfer({ SOA: 2, A: 20 }, 'end'), 'fail', /22 records\./],
  [dnsAxfrOpen, 'a large zone', transfer({ SOA: 1, A: 99 }, 'records'), 'fail', /100 records and more/],
  [dnsAxfrOpen, 'the SOA alone', transfer({ SOA: 2 }, 'end'), 'pass'],
  [dnsAxfrOpen, 'no answer', { servers: servers({ changes: { axfr: gap } }) }, 'inconclusive'],
  [dnsVersionDisclosed, 'refused', {}, 'pass'],
  [dnsVersionDisclosed, 'a version', version('9.18.28-1~deb12u2-Debian'), 'fail', /9\.18\.28/],
  [dnsVersionDisclosed, 'a text without one', version('none of your business'), 'pass'],
  [dnsVersionDisclosed, 'no answer', { servers: servers({ changes: { version: gap } }) }, 'inconclusive'],
];

testRows(rows);
