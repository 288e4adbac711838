import type { ZoneRecord } from '../zone.ts';

/** How a server answers for a zone; implemented in `behaviours.ts`. */
export type Manner =
  | 'sound'
  | 'refuses'
  | 'silent'
  | 'no-tcp'
  | 'tcp-only'
  | 'truncates-soa'
  | 'drops-aaaa'
  | 'no-aaaa'
  | 'no-caa'
  | 'not-authoritative'
  | 'formerr'
  | 'ignores-edns'
  | 'drops-edns'
  | 'odd-edns'
  | 'loses-case'
  | 'changes'
  | 'transfers'
  | 'large-any'
  | 'garbled'
  | 'later-serial'
  | 'catches-up'
  | 'other-primary'
  | 'other-mx';

/** A zone with an odd delegation or odd servers. */
export interface OddZone {
  readonly origin: string;
  readonly what: string;
  /** Its own NS records, and the parent's if different. */
  readonly nameServers: readonly string[];
  readonly inParent?: readonly string[];
  /** Its own records, and the parent's besides NS; owners are relative to each. */
  readonly records: readonly ZoneRecord[];
  readonly glue?: readonly ZoneRecord[];
  /** Default: sound. */
  readonly odd1?: Manner;
  readonly odd2?: Manner;
}

const pair = ['odd1.nic.lab', 'odd2.nic.lab'];
const web: ZoneRecord = ['@', 'A', '203.0.113.101'];

const zone = (origin: string, what: string, changes: Partial<OddZone> = {}): OddZone => ({
  origin: `${origin}.lab`,
  what,
  nameServers: pair,
  records: [web],
  ...changes,
});

/** One fault each; the other server, or the other side, is correct. */
export const oddZones: readonly OddZone[] = [
  zone('ns-sound', 'Two servers of our own, both sound'),
  zone('lame-one', 'One of two name servers refuses', { odd2: 'refuses' }),
  zone('lame-all', 'Both name servers refuse', { odd1: 'refuses', odd2: 'refuses' }),
  zone('ns-silent', 'One of two name servers is silent', { odd2: 'silent' }),
  zone('ns-all-silent', 'Both name servers are silent', { odd1: 'silent', odd2: 'silent' }),
  zone('ns-no-tcp', 'One of two name servers does not answer by TCP', { odd2: 'no-tcp' }),
  zone('ns-tcp-only', 'One of two name servers does not answer by UDP', { odd2: 'tcp-only' }),
  zone('soa-truncated', 'SOA is answered by TCP alone, as signed zones with long signatures do', {
    odd1: 'truncates-soa',
    odd2: 'truncates-soa',
  }),
  zone('ns-not-authoritative', 'One of two name servers answers without authority', { odd2: 'not-authoritative' }),
  zone('ns-garbled', 'One of two name servers answers with what is no DNS message', { odd2: 'garbled' }),
  zone('ns-aaaa-dropped', 'Questions for AAAA are dropped', { odd1: 'drops-aaaa', odd2: 'drops-aaaa' }),
  zone('ns-aaaa-notimp', 'Questions for AAAA are answered with NOTIMP', { odd1: 'no-aaaa', odd2: 'no-aaaa' }),
  zone('caa-servfail', 'Questions for CAA are answered with SERVFAIL', { odd1: 'no-caa', odd2: 'no-caa' }),
  zone('ns-only-v6', 'Name servers with IPv6 addresses alone', { nameServers: ['six1.nic.lab', 'six2.nic.lab'] }),
  zone('ns-alias', 'The name of a name server is an alias', { nameServers: ['odd1.nic.lab', 'odd-alias.nic.lab'] }),
  zone('ns-private', 'A name server with a private address', {
    nameServers: ['odd1.nic.lab', 'ns.ns-private.lab'],
    records: [web, ['ns', 'A', '10.0.0.53']],
    glue: [['ns.ns-private', 'A', '10.0.0.53']],
  }),
  zone('ns-special', 'Name servers at loopback, link-local, metadata and mapped addresses', {
    nameServers: ['odd1.nic.lab', 'ns.ns-special.lab'],
    records: [
      web,
      ['ns', 'A', '127.0.0.1'],
      ['ns', 'A', '169.254.169.254'],
      ['ns', 'AAAA', '::1'],
      ['ns', 'AAAA', '::ffff:127.0.0.1'],
      ['ns', 'AAAA', 'fd00:ec2::254'],
    ],
    glue: [
      ['ns.ns-special', 'A', '127.0.0.1'],
      ['ns.ns-special', 'A', '169.254.169.254'],
      ['ns.ns-special', 'AAAA', '::1'],
    ],
  }),
  zone('all-special', 'Every name that an audit follows leads to special-purpose addresses', {
    nameServers: ['odd1.nic.lab', 'ns.all-special.lab'],
    records: [
      web,
      ['www', 'A', '10.66.0.80'],
      ['ns', 'A', '10.66.0.53'],
      ['ns', 'AAAA', 'fd66::53'],
      ['@', 'MX', '10 mx.all-special.lab.'],
      ['mx', 'A', '192.168.66.25'],
      ['mx', 'A', '100.64.66.25'],
      ['mx', 'AAAA', 'fd66::25'],
      ['_25._tcp.mx', 'TLSA', `3 1 1 ${'ab'.repeat(32)}`],
      ['_443._tcp', 'TLSA', `3 1 1 ${'ab'.repeat(32)}`],
      ['@', 'TXT', '"v=spf1 mx a:relay.all-special.lab ptr -all"'],
      ['relay', 'A', '172.16.66.1'],
      ['_dmarc', 'TXT', '"v=DMARC1; p=reject"'],
      ['_mta-sts', 'TXT', '"v=STSv1; id=1"'],
      ['mta-sts', 'A', '169.254.169.254'],
      ['_smtp._tls', 'TXT', '"v=TLSRPTv1; rua=https://report.all-special.lab/"'],
      ['report', 'A', '192.168.66.1'],
      ['default._bimi', 'TXT', '"v=BIMI1; l=https://logo.all-special.lab/logo.svg"'],
      ['logo', 'A', '10.66.0.81'],
    ],
    glue: [
      ['ns.all-special', 'A', '10.66.0.53'],
      ['ns.all-special', 'AAAA', 'fd66::53'],
    ],
  }),
  zone('parent-differs', 'The parent names other servers than the zone', {
    nameServers: pair,
    inParent: ['odd1.nic.lab', 'six2.nic.lab'],
  }),
  zone('glue-differs', 'Glue with another address than the zone has', {
    nameServers: ['ns1.glue-differs.lab', 'odd1.nic.lab'],
    records: [web, ['ns1', 'A', '203.0.113.14']],
    glue: [['ns1.glue-differs', 'A', '203.0.113.13']],
  }),
  zone('glue-missing', 'A name server in the zone without glue', {
    nameServers: ['ns1.glue-missing.lab', 'odd1.nic.lab'],
    records: [web, ['ns1', 'A', '203.0.113.14']],
  }),
  zone('one-address-two-names', 'Two names of name servers, one address', {
    nameServers: ['odd-four.nic.lab', 'odd-four-too.nic.lab'],
  }),
  zone('serial-differs', 'One of two name servers has a later serial', { odd2: 'later-serial' }),
  zone('serial-moves', 'One of two name servers gets the change two seconds after it is first asked', {
    odd2: 'catches-up',
  }),
  zone('serial-differs-two-primaries', 'Two providers with serials of their own', { odd2: 'other-primary' }),
  zone('mx-differs', 'One of two name servers has another MX record', {
    records: [web, ['@', 'MX', '10 mail.good.lab.']],
    odd2: 'other-mx',
  }),
  zone('axfr-one-of-two', 'One of two name servers hands out the zone', {
    records: [web, ['secret-project', 'A', '10.1.2.3']],
    odd2: 'transfers',
  }),
  zone('formerr-without-question', 'EDNS is answered with a bare FORMERR', { odd1: 'formerr', odd2: 'formerr' }),
  zone('no-edns', 'EDNS is ignored', { odd1: 'ignores-edns', odd2: 'ignores-edns' }),
  zone('edns-dropped', 'Questions with EDNS are dropped', { odd2: 'drops-edns' }),
  zone('edns-odd', 'EDNS version 1 is answered, unknown options and flags come back', {
    odd1: 'odd-edns',
    odd2: 'odd-edns',
  }),
  zone('case-lost', 'The case of the question is lost', { odd2: 'loses-case' }),
  zone('mixed-answers', 'Another address with each answer', { odd1: 'changes', odd2: 'changes' }),
  zone('any-large', 'ANY is answered with 3 KB by UDP', { odd1: 'large-any', odd2: 'large-any' }),
  zone('cname-apex', 'An alias beside SOA and NS', { records: [['@', 'CNAME', 'good.lab.']] }),
  zone('cname-loop', 'Aliases of each other, the apex among them', {
    records: [
      ['@', 'CNAME', 'www.cname-loop.lab.'],
      ['www', 'CNAME', 'cname-loop.lab.'],
    ],
  }),
  zone('two-soa', 'Two SOA records', {
    records: [web, ['@', 'SOA', 'odd2.nic.lab. hostmaster.nic.lab. 7 3600 900 1209600 300']],
  }),
  zone('wildcard-mx', 'Every name takes mail', { records: [web, ['*', 'MX', '10 mail.good.lab.']] }),
  zone('wildcard-txt', 'Every name has a text', { records: [web, ['*', 'TXT', '"everything"']] }),
  zone('ns-hosted', 'At a provider where anybody can create zones', {
    nameServers: ['ns1.digitalocean.com', 'ns2.digitalocean.com'],
  }),
  zone('ns-expired-hosting', 'Delegated to a provider that does not have the zone, and gives it to anyone who asks', {
    nameServers: ['ns1.digitalocean.com', 'ns2.digitalocean.com'],
    odd1: 'refuses',
    odd2: 'refuses',
  }),
  zone('upward', 'A server that refers to the root, and tells its version', {
    nameServers: ['odd3.nic.lab', 'odd1.nic.lab'],
  }),
];
