import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleZoneBehind, zoneReplies } from '../../../evidence/zone/example.ts';
import { evidenceOf, everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsDelegationBroken, dnsNsLame } from './servers.ts';

const refused = { replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused };
const silent = { replies: { SOA: 'silent' }, tcp: 'silent' } as const;
const noRoute = {
  changes: { udp: unseen('unreachable', 'no-address'), tcp: unseen('unreachable', 'no-address'), battery: {} },
};
const outOfTime = unseen('timeout', 'step-too-long', 'ask-name-servers()', 20_000);
const unfinished = { changes: { udp: outOfTime, tcp: outOfTime, battery: {} } };

const nowhere = { ipv4: seen([]), ipv6: seen([]), glue: [] };
const free = seen({ domain: 'host.lab', status: 'unregistered', proof: 'registry' } as const);
const both = ['ns1.site.lab', 'ns2.site.lab'];

const rows: readonly Row<Given>[] = [
  [dnsDelegationBroken, 'all servers answer', {}, 'pass'],
  [
    dnsDelegationBroken,
    'all refuse',
    { servers: everyServer(refused) },
    'fail',
    /ns1\.site\.lab \(192\.0\.2\.53\), [^:]*[^]*\): REFUSED\. Web(?<!REFUSED[^]*REFUSED[^]*)/,
  ],
  [dnsDelegationBroken, 'one answers', { servers: servers(refused, refused, refused) }, 'pass'],
  [dnsDelegationBroken, 'no route to one', { servers: servers(refused, refused, refused, noRoute) }, 'inconclusive'],
  [dnsDelegationBroken, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive', /blocked/],
  [
    dnsDelegationBroken,
    'the time of the audit ended before the answers',
    { servers: everyServer(unfinished) },
    'inconclusive',
    /took longer than 20000 ms/,
  ],
  [dnsNsLame, 'the time of the audit ended before one answer', { servers: servers(unfinished) }, 'inconclusive'],
  [dnsNsLame, 'all servers answer', {}, 'pass'],
  [dnsNsLame, 'one refuses', { servers: servers(refused) }, 'fail', /ns1\.site\.lab \(192\.0\.2\.53\).*REFUSED/],
  [
    dnsNsLame,
    'one without authority',
    { servers: servers({ replies: { SOA: zoneReplies.notAuthoritative }, tcp: zoneReplies.notAuthoritative }) },
    'fail',
  ],
  [dnsNsLame, 'one answers by TCP alone', { servers: servers({ replies: { SOA: 'silent' } }) }, 'pass'],
  [dnsNsLame, 'one answers other questions', { servers: servers(silent) }, 'pass'],
  [
    dnsNsLame,
    'one name does not exist',
    { names: { 'ns3.host.lab': nowhere }, inParent: [...both, 'ns3.host.lab'] },
    'fail',
    /ns3\.host\.lab has no address/,
  ],
  [
    dnsNsLame,
    'one name was not answered',
    { names: { 'ns3.host.lab': { ipv4: unseen('timeout', 'no-address') } }, inParent: [...both, 'ns3.host.lab'] },
    'pass',
  ],
  [
    dnsNsLame,
    'one name is of an unregistered domain, which is another finding',
    { names: { 'ns3.host.lab': { ...nowhere, registered: free } }, inParent: [...both, 'ns3.host.lab'] },
    'pass',
  ],
  [dnsNsLame, 'none answers', { servers: everyServer(refused) }, 'not-applicable'],
  [dnsNsLame, 'no route to one', { servers: servers(noRoute) }, 'inconclusive'],
  [dnsNsLame, 'port 53 is intercepted', { zone: exampleZoneBehind('intercepted') }, 'inconclusive', /answers in place/],
];

testRows(rows);

test('a lame server weighs more where only one working address is left', () => {
  const severity = (given: Given) =>
    draftsOf(dnsNsLame.evaluate(evidenceOf(given))).map((draft) => ('cvss' in draft ? draft.cvss : undefined));
  assert.deepEqual(severity({ servers: servers(refused) }), ['resilience']);
  assert.deepEqual(severity({ servers: servers(refused, null, null) }), [undefined]);
});
