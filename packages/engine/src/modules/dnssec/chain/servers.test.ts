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
import type { ZoneEvidence } from '../../../evidence/zone/schema.ts';
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
