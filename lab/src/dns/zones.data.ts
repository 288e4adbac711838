import { hostileNameServer, ipv6Of } from '../hosts/addresses.ts';
import { wildZones } from './wild-zones.data.ts';
import { caaOwners } from '../hosts/caa.data.ts';
import type { MailDigests } from './mail/transport.ts';
import { listRecords, routingZones } from './routing-zones.data.ts';
import { nameZones } from './name-zones.ts';
import { aPlusZones } from './a-plus-zones.data.ts';
import { advertisedZones } from './advertised-zones.data.ts';
import { httpsRecord, opaque, text, type Signing, type Zone, type ZoneRecord } from './zone.ts';

/** What zones need from certificates: SHA-256 of public keys, and a DKIM public key in Base64. */
export interface ZoneFacts {
  readonly webKeyDigests: readonly string[];
  readonly mailKeyDigest: string;
  readonly daneKeyDigest: string;
  readonly issuerKeyDigest: string;
  readonly dkimPublicKey: string;
  readonly mailDigests: MailDigests;
}

const signedWith = (algorithm: Signing['algorithm'], denial: Signing['denial'] = 'nsec3'): Signing => ({
  algorithm,
  denial,
});
const servers = ['ns1.nic.lab', 'ns2.nic.lab'];
const web = '203.0.113.101';
const ordinary: readonly ZoneRecord[] = [
  ['@', 'A', web],
  ['www', 'A', web],
];

/** Records besides addresses, and the signing, of zones with endpoints. */
export function endpointZoneExtras(facts: ZoneFacts): Readonly<Record<string, Partial<Zone>>> {
  return {
    ...nameZones,
    ...routingZones,
    ...advertisedZones,
    ...aPlusZones,
    'good.lab': { signing: signedWith('ECDSAP256SHA256'), records: goodRecords(facts) },
    'bad.lab': { records: badRecords },
    // The addresses of plain.lab, which does not answer on 443, and of duplicates.lab.
    'several.lab': {
      records: [
        ['@', 'A', '203.0.113.162'],
        ['@', 'A', '203.0.113.163'],
      ],
    },
    'pq.lab': { signing: signedWith('ED25519') },
    'pki.lab': { records: [['dead', 'A', '203.0.113.99']] },
    'caa.lab': {
      signing: signedWith('ECDSAP256SHA256'),
      records: recordsOf('caa.lab'),
    },
    'caa-public.lab': { records: recordsOf('caa-public.lab') },
    'dane.lab': { signing: signedWith('ECDSAP256SHA256'), records: daneRecords(facts) },
  };
}

const recordsOf = (zone: string): readonly ZoneRecord[] =>
  Object.entries(caaOwners[zone] ?? {}).flatMap(([owner, records]) =>
    records.map(([type, data]): ZoneRecord => [owner, type, data]),
  );

/** Usage 3 pins the leaf, usage 2 an issuer (RFC 6698 section 2.1.1). */
function daneRecords({ daneKeyDigest, issuerKeyDigest }: ZoneFacts): readonly ZoneRecord[] {
  const stranger = '5'.repeat(64);
  return [
    ['@', 'CAA', '0 issue "pki.lab"'],
    ['_443._tcp', 'TLSA', `3 1 1 ${daneKeyDigest}`],
    ['_443._tcp.mismatch', 'TLSA', `3 1 1 ${stranger}`],
    ['_443._tcp.issuer', 'TLSA', `2 1 1 ${issuerKeyDigest}`],
    ['_443._tcp.mixed', 'TLSA', `3 1 1 ${stranger}`],
    ['_443._tcp.mixed', 'TLSA', `3 1 1 ${daneKeyDigest}`],
  ];
}

function goodRecords({ webKeyDigests, mailKeyDigest, dkimPublicKey }: ZoneFacts): readonly ZoneRecord[] {
  return [
    ['@', 'MX', '10 mail'],
    ['@', 'TXT', text('v=spf1 mx -all')],
    ['_dmarc', 'TXT', text('v=DMARC1; p=reject; rua=mailto:dmarc@good.lab')],
    ['s1._domainkey', 'TXT', text(`v=DKIM1; k=rsa; p=${dkimPublicKey}`)],
    ['_mta-sts', 'TXT', text('v=STSv1; id=20260101000000')],
    ['_smtp._tls', 'TXT', text('v=TLSRPTv1; rua=mailto:tlsrpt@good.lab')],
    ['_25._tcp.mail', 'TLSA', `3 1 1 ${mailKeyDigest}`],
    ...webKeyDigests.map((digest): ZoneRecord => ['_443._tcp', 'TLSA', `3 1 1 ${digest}`]),
    ['@', 'CAA', '0 issue "pki.lab"'],
    ['@', 'CAA', '0 issuewild ";"'],
    ['@', 'CAA', '0 iodef "mailto:security@good.lab"'],
    ['@', 'TYPE65', opaque(httpsRecord(['h2', 'http/1.1'], { ipv4Hint: web, ipv6Hint: ipv6Of(web) }))],
  ];
}

const badRecords: readonly ZoneRecord[] = [
  ['@', 'MX', '10 mail'],
  ['@', 'TXT', text('v=spf1 +all')],
  ['@', 'TXT', text('v=spf1 mx ?all')],
  ['_dmarc', 'TXT', text('v=DMARC1; p=none')],
  ['dangling', 'CNAME', 'gone.nowhere.lab.'],
  ['intranet', 'A', '10.0.0.17'],
  ['*', 'A', '203.0.113.160'],
];

/** A zone with its description. */
interface DescribedZone extends Zone {
  readonly what: string;
}

/** Zones without an endpoint, each for a DNS property. */
export const dnsOnlyZones: readonly DescribedZone[] = [
  ...wildZones,
  {
    origin: 'list.lab',
    what: 'Two block lists: of addresses, and of domains',
    nameServers: servers,
    records: listRecords,
  },
  {
    origin: 'rsa.lab',
    what: 'Signed with RSASHA256',
    nameServers: servers,
    records: ordinary,
    signing: signedWith('RSASHA256'),
  },
  {
    origin: 'rsa1.lab',
    what: 'Signed with RSASHA1, NSEC',
    nameServers: servers,
    records: ordinary,
    signing: signedWith('RSASHA1', 'nsec'),
  },
  {
    origin: 'p384.lab',
    what: 'Signed with ECDSAP384SHA384',
    nameServers: servers,
    records: ordinary,
    signing: signedWith('ECDSAP384SHA384'),
  },
  {
    origin: 'ed25519.lab',
    what: 'Signed with ED25519',
    nameServers: servers,
    records: ordinary,
    signing: signedWith('ED25519'),
  },
  {
    origin: 'ed448.lab',
    what: 'Signed with ED448',
    nameServers: servers,
    records: ordinary,
    signing: signedWith('ED448'),
  },
  {
    origin: 'bogus.lab',
    what: 'The DS in the parent matches no key',
    nameServers: servers,
    records: ordinary,
    signing: { ...signedWith('ECDSAP256SHA256'), fault: 'bogus' },
  },
  {
    origin: 'expired.lab',
    what: 'Signatures that ended in 2020',
    nameServers: servers,
    records: ordinary,
    signing: { ...signedWith('ECDSAP256SHA256'), fault: 'expired' },
  },
  { origin: 'insecure.lab', what: 'Not signed', nameServers: servers, records: ordinary },
  {
    origin: 'axfr.lab',
    what: 'Zone transfer (AXFR) is open to anyone',
    nameServers: servers,
    records: [...ordinary, ['secret-project', 'A', '10.1.2.3']],
    openTransfer: true,
  },
  { origin: 'one-server.lab', what: 'A single name server', nameServers: ['ns1.nic.lab'], records: ordinary },
  {
    origin: 'half-lame.lab',
    what: 'One of two name servers does not exist',
    nameServers: ['ns1.nic.lab', 'ns.gone.lab'],
    records: ordinary,
  },
  {
    origin: 'loops.lab',
    what: 'CNAME loops (a, b, self) and a chain of 40 (chain0)',
    nameServers: servers,
    records: [
      ['@', 'A', web],
      ['a', 'CNAME', 'b'],
      ['b', 'CNAME', 'a'],
      ['self', 'CNAME', 'self'],
      ...Array.from({ length: 40 }, (_, i): ZoneRecord => [`chain${i}`, 'CNAME', i === 39 ? '@' : `chain${i + 1}`]),
    ],
  },
  {
    origin: 'bigtxt.lab',
    what: 'TXT records of 59 KiB in all',
    nameServers: servers,
    records: [
      ['@', 'A', web],
      ...Array.from({ length: 230 }, (_, i): ZoneRecord => ['@', 'TXT', text(`${i}:`.padEnd(255, 'x'))]),
    ],
  },
  {
    origin: 'many.lab',
    what: '200 addresses',
    nameServers: servers,
    records: Array.from({ length: 200 }, (_, i): ZoneRecord => ['@', 'A', `203.0.113.${i + 1}`]),
  },
  {
    origin: 'private.lab',
    what: 'Addresses that an audit must not reach: private, loopback, link-local, metadata, mapped; also as MX and CNAME',
    nameServers: servers,
    records: [
      ['@', 'A', '10.0.0.1'],
      ['loopback', 'A', '127.0.0.1'],
      ['linklocal', 'A', '169.254.169.254'],
      ['metadata', 'AAAA', 'fd00:ec2::254'],
      ['mapped', 'AAAA', '::ffff:127.0.0.1'],
      ['resolver', 'A', '198.51.100.53'],
      ['mixed', 'A', web],
      ['mixed', 'A', '192.168.1.1'],
      ['alias', 'CNAME', 'loopback'],
      ['mail', 'MX', '10 loopback'],
      ['@', 'MX', '10 loopback'],
    ],
  },
  {
    origin: 'nomail.lab',
    what: 'Null MX, SPF and DMARC that say so',
    nameServers: servers,
    records: [
      ...ordinary,
      ['@', 'MX', '0 .'],
      ['@', 'TXT', text('v=spf1 -all')],
      ['_dmarc', 'TXT', text('v=DMARC1; p=reject')],
    ],
  },
  {
    origin: 'spf-loop.lab',
    what: 'SPF that includes itself',
    nameServers: servers,
    records: [...ordinary, ['@', 'TXT', text('v=spf1 include:spf-loop.lab -all')]],
  },
  {
    origin: 'spf-deep.lab',
    what: 'SPF with more than ten lookups',
    nameServers: servers,
    records: [
      ...ordinary,
      ['@', 'TXT', text('v=spf1 include:s0.spf-deep.lab -all')],
      ...Array.from({ length: 15 }, (_, i): ZoneRecord => [
        `s${i}`,
        'TXT',
        text(`v=spf1 include:s${i + 1}.spf-deep.lab a:www${i}.spf-deep.lab -all`),
      ]),
    ],
  },
  {
    origin: 'hostile-txt.lab',
    what: 'Markup, escape sequences and NUL in TXT',
    nameServers: servers,
    records: [
      ...ordinary,
      ['@', 'TXT', text('v=spf1 <script>alert(1)</script> -all')],
      ['@', 'TXT', '"\\027[31mred\\000\\255\\254"'],
      ['_dmarc', 'TXT', text('v=DMARC1; p="><img src=x onerror=alert(1)>; rua=mailto:=cmd@x')],
    ],
  },
];

/** Delegations without a working server: it refuses, is silent, does not exist, or sends garbage. */
export const brokenDelegations: readonly ZoneRecord[] = [
  ['lame', 'NS', 'ns2.nic.lab.'],
  ['unreachable', 'NS', 'ns.unreachable.lab.'],
  ['ns.unreachable', 'A', '203.0.113.99'],
  ['glueless', 'NS', 'ns.glueless.lab.'],
  ['hostile-dns', 'NS', 'ns.hostile-dns.lab.'],
  ['ns.hostile-dns', 'A', hostileNameServer],
  ['circular-a', 'NS', 'ns.circular-b.lab.'],
  ['circular-b', 'NS', 'ns.circular-a.lab.'],
];
