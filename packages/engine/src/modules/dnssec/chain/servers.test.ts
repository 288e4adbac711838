import { rowTester, type Row } from '../../../catalogue/testing/rows.ts';
import { unseen } from '../../../evidence/observed.ts';
import {
  exampleServers,
  exampleZone,
  exampleZoneBehind,
  soaReply,
  type ServerSketch,
  zoneRecord,
  zoneReplies,
  zoneReplyWith,
} from '../../../evidence/zone/example.ts';
import type { ZoneEvidence, ZoneServer } from '../../../evidence/zone/schema.ts';
import { type Changes, signed, unanswered, unsigned } from '../testing/evidence.ts';
import { dnssecNsInconsistent } from './servers.ts';

const name = 'site.lab';
const rrsig = (type: string) =>
  zoneRecord(name, 'RRSIG', `${type} 13 2 3600 20260601000000 20260501000000 1 site.lab x`);
const keys = zoneReplyWith({ answer: [zoneRecord(name, 'DNSKEY', '257 3 13 x'), rrsig('DNSKEY')] });
const soa = soaReply();
const soaSigned = { ...soa, answer: [...soa.answer, rrsig('SOA')] };
const whole = { replies: { DNSKEY: keys, SOA: soaSigned } };

/** A zone whose first server differs. */
const zoneOf = (first: Partial<ServerSketch> = {}): ZoneEvidence =>
  exampleZone({ servers: exampleServers.map((server, at) => ({ ...server, ...whole, ...(at === 0 && first) })) });

/** A zone whose first server, and the others, have these faults. */
function judgedZone(first: ZoneServer['signing'], others: ZoneServer['signing']): ZoneEvidence {
  const zone = zoneOf();
  return { ...zone, servers: zone.servers.map((server, at) => ({ ...server, signing: at === 0 ? first : others })) };
}
const expired = [{ question: 'SOA', reason: 'rrsig-expired' }] satisfies ZoneServer['signing'];
const unproved = [{ question: 'missing-name', reason: 'denial-missing' }] satisfies ZoneServer['signing'];
const ownKey = [{ question: 'SOA', reason: 'key-not-shared' }] satisfies ZoneServer['signing'];
const keyless = exampleZone({
  servers: exampleServers.map((server) => ({
    ...server,
    replies: { SOA: soaSigned, DNSKEY: zoneReplyWith({ answer: [] }) },
  })),
});

interface Given {
  zone?: ZoneEvidence;
  dnssec?: Changes;
}
const truncated = { DNSKEY: keys, SOA: zoneReplyWith({ flags: ['aa', 'tc'] }) };
const refused = { replies: { DNSKEY: keys, SOA: zoneReplies.refused }, tcp: zoneReplies.refused };

const rows: readonly Row<Given>[] = [
  [dnssecNsInconsistent, 'all serve keys and signatures', {}, 'pass'],
  [
    dnssecNsInconsistent,
    'one has no keys',
    { zone: zoneOf({ replies: { SOA: soa } }) },
    'fail',
    /192\.0\.2\.53.*DNSKEY records.*signatures of SOA/,
  ],
  [
    dnssecNsInconsistent,
    'one has keys without signatures',
    {
      zone: zoneOf({
        replies: { SOA: soaSigned, DNSKEY: zoneReplyWith({ answer: [zoneRecord(name, 'DNSKEY', '257 3 13 x')] }) },
      }),
    },
    'fail',
    /signatures of DNSKEY/,
  ],
  [
    dnssecNsInconsistent,
    'SOA is truncated by UDP and whole by TCP',
    { zone: zoneOf({ replies: truncated, tcp: soaSigned }) },
    'pass',
  ],
  [
    dnssecNsInconsistent,
    'SOA is truncated by UDP and unsigned by TCP',
    { zone: zoneOf({ replies: truncated, tcp: soa }) },
    'fail',
    /\+dnssec .*SOA site\.lab/,
  ],
  [
    dnssecNsInconsistent,
    'SOA is truncated by UDP and silent by TCP',
    { zone: zoneOf({ replies: truncated, tcp: 'silent' }) },
    'inconclusive',
  ],
  [
    dnssecNsInconsistent,
    'the signatures of one have expired',
    { zone: judgedZone([{ question: 'SOA', reason: 'rrsig-expired' }], []) },
    'fail',
    /^(?![^]*ns2)[^]*ns1[^]*signatures of SOA that have expired\. Some validators fail/,
  ],
  [
    dnssecNsInconsistent,
    'one has keys that the parent zone does not know',
    { zone: judgedZone([{ question: 'DNSKEY', reason: 'ds-mismatch' }], []) },
    'fail',
    /none matches the DS/,
  ],
  [
    dnssecNsInconsistent,
    'one proves no absence',
    { zone: judgedZone([{ question: 'missing-name', reason: 'denial-missing' }], []) },
    'fail',
    /no proof of absence for a name that does not exist/,
  ],
  [
    dnssecNsInconsistent,
    'each signs with a key that the others lack',
    { zone: judgedZone(ownKey, ownKey) },
    'fail',
    /SOA signed by a key that other name servers do not have/,
  ],
  [
    dnssecNsInconsistent,
    'the signatures of all have expired',
    { zone: judgedZone(expired, expired) },
    'not-applicable',
    /separate check/,
  ],
  [
    dnssecNsInconsistent,
    'all prove no absence, and one has another fault',
    { zone: judgedZone([...unproved, ...expired], unproved) },
    'fail',
    /^(?![^]*no proof)/,
  ],
  [dnssecNsInconsistent, 'no server has keys', { zone: keyless }, 'not-applicable', /separate check/],
  [dnssecNsInconsistent, 'one is lame, which other checks tell', { zone: zoneOf(refused) }, 'pass'],
  [
    dnssecNsInconsistent,
    'one leaves DNSKEY open',
    { zone: zoneOf({ replies: { DNSKEY: 'silent', SOA: soaSigned } }) },
    'inconclusive',
  ],
  [dnssecNsInconsistent, 'no DS', { dnssec: unsigned }, 'not-applicable'],
  [dnssecNsInconsistent, 'DS not answered', { dnssec: unanswered }, 'inconclusive'],
  [dnssecNsInconsistent, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive', /blocked/],
  [
    dnssecNsInconsistent,
    'nobody was reached',
    {
      zone: {
        ...zoneOf(),
        servers: zoneOf().servers.map((server) => ({
          ...server,
          battery: {},
          udp: unseen('unreachable', 'no-address'),
          tcp: unseen('unreachable', 'no-address'),
        })),
      },
    },
    'inconclusive',
  ],
];

rowTester(({ zone = zoneOf(), dnssec = {} }: Given) => ({
  ...signed({ ...dnssec, apex: name, apexZone: { ...dnssec.apexZone, name } }),
  zone,
}))(rows);
