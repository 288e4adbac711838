import { dnsDelegation } from '@perimeter/contract/observed/delegation';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../observed.ts';
import {
  exampleServers,
  exampleZone,
  exampleZoneBehind,
  nsReply,
  soaReply,
  zoneReplies,
  zoneReplyWith,
} from './example.ts';
import { delegationMember } from './member.ts';
import { replyOf, serialIn } from './replies.ts';
import { zoneEvidence } from './schema.ts';
import { zoneSection } from './section.ts';

const rowsOf = (zone: ReturnType<typeof exampleZone>) => zoneSection({ zone })?.tables[0]?.rows ?? [];

test('the example is valid evidence, and equal replies of servers are stored once', () => {
  const zone = exampleZone();
  assert.deepEqual(zoneEvidence.parse(zone), zone);
  assert.equal(new Set(zone.servers.map(({ battery: { SOA } }) => SOA?.known === true && SOA.value.reply)).size, 1);
});

test('the section has a row for each address', () => {
  assert.equal(zoneSection({}), null);
  const [first, ...others] = rowsOf(exampleZone());
  assert.equal(others.length, 3);
  const good = { text: 'answered', tone: 'good' };
  assert.deepEqual(first, ['ns1.site.lab', '192.0.2.53', good, good, 2026010101, 'yes', 'yes', 'no', 12]);
});

test('a server that refuses, is silent or does not know the zone has that state in its row', () => {
  const [one, two, three, four] = exampleServers.map((server, at) => ({
    ...server,
    replies: {
      SOA: [zoneReplies.refused, 'silent' as const, zoneReplies.notAuthoritative, soaReply(7)][at] ?? 'silent',
    },
  }));
  assert.ok(one !== undefined && two !== undefined && three !== undefined && four !== undefined);
  const states = rowsOf(exampleZone({ servers: [one, two, three, four] })).map((row) => row[2]);
  assert.deepEqual(states, [
    { text: 'REFUSED', tone: 'bad' },
    { text: 'timeout: Server was silent for 4000 ms', tone: 'fair' },
    { text: 'not authoritative', tone: 'bad' },
    { text: 'answered', tone: 'good' },
  ]);
});

test('a truncated UDP reply is no fault, and the TCP reply fills the row', () => {
  const [first, ...others] = exampleServers;
  assert.ok(first !== undefined);
  const SOA = zoneReplyWith({ flags: ['aa', 'tc'] });
  const [row] = rowsOf(exampleZone({ servers: [{ ...first, replies: { SOA }, tcp: soaReply(7) }, ...others] }));
  assert.deepEqual(row?.slice(2, 5), [{ text: 'truncated', tone: 'good' }, { text: 'answered', tone: 'good' }, 7]);
});

test('a server name without any address is listed among what was not queried', () => {
  const nowhere = { ipv4: seen<string[]>([]), ipv6: seen<string[]>([]), glue: [] };
  const inParent = ['ns1.site.lab', 'ns2.site.lab', 'ns3.host.lab'];
  const member = delegationMember(exampleZone({ inParent, names: { 'ns3.host.lab': nowhere } }));
  assert.deepEqual(member?.notAsked, [{ what: 'server-name', of: 'ns3.host.lab', why: 'no-address' }]);
});

test('with port 53 blocked, the table says so and reports no server as faulty', () => {
  const zone = exampleZoneBehind('blocked');
  assert.deepEqual(zoneEvidence.parse(zone), zone);
  const table = zoneSection({ zone })?.tables[0];
  assert.match(table?.note ?? '', /blocked on the way/);
  assert.ok(table?.rows.every(([, , udp]) => typeof udp === 'object' && udp !== null && udp.tone === 'neutral'));
});

test('a reply is found by its query, and its serial is read', () => {
  const zone = exampleZone();
  const [server] = zone.servers;
  assert.ok(server !== undefined);
  assert.deepEqual(replyOf(zone, server, 'NS'), nsReply('ns1.site.lab', 'ns2.site.lab'));
  assert.equal(replyOf(zone, server, 'any'), null);
  const soa = replyOf(zone, server, 'SOA');
  assert.equal(soa === null ? null : serialIn(soa), 2026010101);
  assert.equal(serialIn(zoneReplyWith()), null);
});

test('the report member has a row for each address, and states what could not be seen', () => {
  const member = delegationMember(exampleZone());
  assert.deepEqual(member, dnsDelegation.parse(member));
  assert.deepEqual([member?.zone, member?.parent, member?.direct], ['site.lab', 'lab', 'open']);
  assert.deepEqual(member?.servers[0], {
    names: ['ns1.site.lab'],
    address: '192.0.2.53',
    udp: 'answered',
    tcp: 'answered',
    authoritative: true,
    serial: 2026010101,
    inParent: true,
    inChild: true,
    signed: false,
    milliseconds: 12,
    notSeen: {},
  });
  const blocked = delegationMember(exampleZoneBehind('blocked'))?.servers[0];
  assert.deepEqual([blocked?.udp, blocked?.inParent, blocked?.serial], [null, null, null]);
  assert.match(blocked?.notSeen['udp'] ?? '', /Port 53 is blocked/);
  assert.equal(delegationMember({ ...exampleZone(), name: null }), null);
});
