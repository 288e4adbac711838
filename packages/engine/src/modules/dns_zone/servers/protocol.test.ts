import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf, type Row } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { type ServerSketch, zoneRecord, zoneReplies, zoneReplyWith } from '../../../evidence/zone/example.ts';
import type { ZoneAnswer, ZoneServer } from '../../../evidence/zone/schema.ts';
import { everyServer, evidenceOf, type Given, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsAnyAmplification, dnsCaseHandling, dnsEdnsNoncompliant, dnsUpwardReferral } from './protocol.ts';

const any = (over: Partial<ZoneAnswer>): Given => {
  const answer = {
    reply: 'reply-1',
    transport: 'udp',
    bytes: 100,
    questionBytes: 40,
    roundTripMs: 1,
    truncated: false,
    ...over,
  } as const;
  return { servers: everyServer({ changes: { battery: { any: seen(answer) } } }) };
};
const sound = {
  version: 0,
  udpBytes: 1232,
  options: [],
  cookie: false,
  nsid: null,
  echoesOption: false,
  echoesFlag: false,
  toVersion1: { rcode: 16, version: 0 },
};
const edns = (over: Partial<Extract<ZoneServer['edns'], { known: true }>['value']>): Given => ({
  servers: everyServer({ changes: { edns: seen({ ...sound, ...over }) } }),
});
const answers = (question: 'foreign' | 'mixed-case', reply: ReturnType<typeof zoneReplyWith> | 'silent'): Given => ({
  servers: everyServer({ replies: { [question]: reply } }),
});
const root = zoneReplyWith({ flags: [], authority: [zoneRecord('.', 'NS', 'a.root-servers.net')] });
const refused: Given = { servers: everyServer({ replies: { SOA: zoneReplies.refused }, tcp: zoneReplies.refused }) };

const rows: readonly Row<Given>[] = [
  [dnsAnyAmplification, 'a short answer', any({}), 'pass'],
  [dnsAnyAmplification, 'a long answer', any({ bytes: 2_000 }), 'fail', /2000 bytes, 50 times/],
  [dnsAnyAmplification, 'a long answer over TCP', any({ bytes: 2_000, transport: 'tcp', truncated: true }), 'pass'],
  [dnsAnyAmplification, 'not asked', {}, 'inconclusive'],
  [dnsAnyAmplification, 'none serves the zone', refused, 'not-applicable'],
  [dnsEdnsNoncompliant, 'in order', edns({}), 'pass'],
  [dnsEdnsNoncompliant, 'no EDNS', edns({ version: null }), 'fail', /no OPT/],
  [
    dnsEdnsNoncompliant,
    'another answer to version 1',
    edns({ toVersion1: { rcode: 1, version: 0 } }),
    'fail',
    /FORMERR/,
  ],
  [
    dnsEdnsNoncompliant,
    'echoes',
    edns({ echoesOption: true, echoesFlag: true }),
    'fail',
    /unknown option.*unknown flag/,
  ],
  [dnsEdnsNoncompliant, 'not asked', {}, 'inconclusive'],
  [
    dnsEdnsNoncompliant,
    'no answer',
    { servers: everyServer({ changes: { edns: unseen('timeout', 'no-address') } }) },
    'inconclusive',
  ],
  [dnsUpwardReferral, 'refused', answers('foreign', zoneReplies.refused), 'pass'],
  [dnsUpwardReferral, 'servers of the root', answers('foreign', root), 'fail', /a\.root-servers\.net/],
  [dnsUpwardReferral, 'silent', answers('foreign', 'silent'), 'inconclusive'],
  [dnsCaseHandling, 'kept', answers('mixed-case', zoneReplyWith()), 'pass'],
  [
    dnsCaseHandling,
    'changed',
    answers('mixed-case', zoneReplyWith({ sameCase: false })),
    'informational',
    /another case/,
  ],
  [dnsCaseHandling, 'an error', answers('mixed-case', zoneReplies.nxdomain), 'informational', /NXDOMAIN/],
  [dnsCaseHandling, 'not asked', {}, 'inconclusive'],
];

testRows(rows);

test('faults at several addresses of one name server are one finding, whatever other names the addresses have', () => {
  const given = any({ bytes: 2_000 });
  const [first] = given.servers ?? [];
  assert.ok(first !== undefined);
  const at = (address: string, ...names: string[]): ServerSketch => ({
    ...first,
    address,
    changes: { ...first.changes, names },
  });
  const servers = [
    at('192.0.2.1', 'ns1.site.lab'),
    at('192.0.2.2', 'ns2.site.lab'),
    at('192.0.2.3', 'ns1.site.lab', 'ns2.site.lab'),
    at('192.0.2.4', 'ns3.site.lab'),
  ];
  assert.equal(draftsOf(dnsAnyAmplification.evaluate(evidenceOf({ servers }))).length, 2);
});

test('a name server with the same fault at all its addresses is one finding', () => {
  const given = any({ bytes: 2_000 });
  const [first, ...others] = given.servers ?? [];
  assert.ok(first !== undefined && others.length > 0);
  const twice = { servers: [first, ...others.map((server) => ({ ...server, name: first.name }))] };
  const drafts = draftsOf(dnsAnyAmplification.evaluate(evidenceOf(twice)));
  assert.equal(drafts.length, 1);
  assert.match(drafts[0]?.evidence ?? '', /The same at /);
});
