import { isBelowDomain } from '@perimeter/protocols/domain/below';
import type { DnsRecord } from '../dns/schema.ts';
import { type Observed, seen, unseen, untested } from '../observed.ts';
import type { ReadableReply } from './reply-schema.ts';
import type { ZoneAnswer, ZoneEvidence, ZoneQuestion, ZoneServer, ZoneServerName } from './schema.ts';

/** The zone of the examples, and the zone above it. */
export const exampleName = 'site.lab';
const parentName = 'lab';

/** One record of an example. */
export const zoneRecord = (name: string, type: string, data: string, ttl = 3600): DnsRecord => ({
  name,
  type,
  ttl,
  data,
});

/** An authoritative reply without records, from a correctly configured server; changes on top. */
export function zoneReplyWith(changes: Partial<Omit<ReadableReply, 'readable'>> = {}): ReadableReply {
  const { answer = [], authority = [], additional = [] } = changes;
  return {
    readable: true,
    rcode: 0,
    flags: ['aa'],
    hasQuestion: true,
    sameCase: true,
    ednsPresent: true,
    options: [],
    ednsFlags: 0x8000,
    extendedErrors: [],
    answer,
    authority,
    additional,
    counts: { answer: answer.length, authority: authority.length, additional: additional.length },
    ...changes,
  };
}

/** Keys by response code: what a server answers instead of records. */
export const zoneReplies = {
  refused: zoneReplyWith({ rcode: 5, flags: [] }),
  servfail: zoneReplyWith({ rcode: 2, flags: [] }),
  nxdomain: zoneReplyWith({ rcode: 3 }),
  notAuthoritative: zoneReplyWith({ flags: [] }),
} as const;

const soaData = (serial: number): string =>
  `ns1.${exampleName} hostmaster.${exampleName} ${serial} 14400 3600 1209600 3600`;

/** The reply to SOA with this serial. */
export const soaReply = (serial = 2026010101, data = soaData(serial)): ReadableReply =>
  zoneReplyWith({ answer: [zoneRecord(exampleName, 'SOA', data)] });

/** The reply to NS with these names. */
export const nsReply = (...names: readonly string[]): ReadableReply =>
  zoneReplyWith({ answer: names.map((name) => zoneRecord(exampleName, 'NS', name)) });

/** How a server answers a query: a reply, or silence. */
type Doing = ReadableReply | 'silent';

/** A server of a test; defaults are a correct configuration. */
export interface ServerSketch {
  name: string;
  address: string;
  /** By question; default: sound replies. */
  replies?: Partial<Record<ZoneQuestion, Doing>>;
  /** Default: the same as over UDP. */
  tcp?: Doing;
  /** Evidence that does not follow from the replies. */
  changes?: Partial<ZoneServer>;
}

/** A zone of a test; defaults are a correct configuration. */
export interface ZoneSketch {
  servers?: readonly ServerSketch[];
  /** Names of NS records of the parent and of the zone; default: the names of the servers. */
  inParent?: readonly string[];
  inChild?: readonly string[];
  /** Glue of the referral; default: the addresses of servers below the zone. */
  glue?: readonly { name: string; address: string }[];
  ds?: readonly DnsRecord[];
  /** By name: evidence of a server name that does not follow from the servers. */
  names?: Readonly<Record<string, Partial<ZoneServerName>>>;
  changes?: Partial<ZoneEvidence>;
}

/** Two servers with IPv4 and IPv6, each in a separate network. */
export const exampleServers: readonly ServerSketch[] = [
  { name: `ns1.${exampleName}`, address: '192.0.2.53' },
  { name: `ns1.${exampleName}`, address: '2001:db8:1::53' },
  { name: `ns2.${exampleName}`, address: '198.51.100.53' },
  { name: `ns2.${exampleName}`, address: '2001:db8:2::53' },
];

const soundReplies = (ns: readonly string[]): Partial<Record<ZoneQuestion, ReadableReply>> => ({
  SOA: soaReply(),
  NS: nsReply(...ns),
  DNSKEY: zoneReplyWith(),
  A: zoneReplyWith({ answer: [zoneRecord(exampleName, 'A', '192.0.2.80')] }),
  AAAA: zoneReplyWith({ answer: [zoneRecord(exampleName, 'AAAA', '2001:db8:1::80')] }),
  MX: zoneReplyWith({ answer: [zoneRecord(exampleName, 'MX', `10 mail.${exampleName}`)] }),
  'missing-name': zoneReplies.nxdomain,
  version: zoneReplies.refused,
  'parent-soa': zoneReplies.refused,
  CAA: zoneReplyWith(),
  CDS: zoneReplyWith(),
  CDNSKEY: zoneReplyWith(),
  NSEC3PARAM: zoneReplyWith(),
  HTTPS: zoneReplyWith(),
  TXT: zoneReplyWith(),
});

/** Stores each reply once, under a readable id. */
function createStore() {
  const ids = new Map<string, string>();
  const replies: Record<string, ReadableReply> = {};
  const keep = (reply: ReadableReply, transport: 'udp' | 'tcp'): ZoneAnswer => {
    const key = JSON.stringify(reply);
    const id = ids.get(key) ?? `reply-${ids.size + 1}`;
    ids.set(key, id);
    replies[id] = reply;
    return { reply: id, transport, bytes: 120, questionBytes: 40, roundTripMs: 12, truncated: false };
  };
  const answer = (doing: Doing, transport: 'udp' | 'tcp'): Observed<ZoneAnswer> =>
    doing === 'silent' ? unseen('timeout', 'server-silent', 4_000) : seen(keep(doing, transport));
  return { replies, answer };
}

type Store = ReturnType<typeof createStore>;

function serverOf({ answer }: Store, sketch: ServerSketch, names: string[], ns: readonly string[]): ZoneServer {
  const doings = { ...soundReplies(ns), ...sketch.replies };
  const battery = Object.fromEntries(
    Object.entries(doings).map(([question, doing]) => [question, answer(doing, 'udp')]),
  );
  const soa = doings.SOA ?? 'silent';
  return {
    address: sketch.address,
    family: sketch.address.includes(':') ? 6 : 4,
    names,
    sources: ['glue', 'resolver'],
    allowed: true,
    udp: answer(soa, 'udp'),
    tcp: answer(sketch.tcp ?? soa, 'tcp'),
    battery,
    axfr: seen({ records: 0, types: {}, rcode: 5, stoppedAt: 'refused' }),
    recursion: seen({ offered: false, parent: 'none', outside: null }),
    version: seen([]),
    edns: seen({
      version: 0,
      udpBytes: 1232,
      options: [],
      cookie: false,
      nsid: null,
      echoesOption: null,
      echoesFlag: null,
      toVersion1: null,
    }),
    differing: [],
    latencyMs: 12,
    questions: 14,
    ...sketch.changes,
  };
}

function nameOf(name: string, sketch: ZoneSketch, servers: readonly ServerSketch[]): ZoneServerName {
  const addresses = servers.filter((server) => server.name === name).map(({ address }) => address);
  const { inParent, inChild, glue } = sketch;
  return {
    name,
    inParent: inParent?.includes(name) ?? true,
    inChild: inChild?.includes(name) ?? true,
    isAlias: seen(false),
    aliases: [],
    inZone: isBelowDomain(name, exampleName),
    ipv4: seen(addresses.filter((address) => !address.includes(':'))),
    ipv6: seen(addresses.filter((address) => address.includes(':'))),
    glue: glue?.flatMap((one) => (one.name === name ? [one.address] : [])) ?? addresses,
    registrable: exampleName,
    registered: seen({ domain: exampleName, status: 'registered', proof: 'resolver' }),
    ...sketch.names?.[name],
  };
}

/** Evidence of a correctly configured zone with the changes of the sketch. */
export function exampleZone(sketch: ZoneSketch = {}): ZoneEvidence {
  const store = createStore();
  const sketches = sketch.servers ?? exampleServers;
  const listed = [...new Set(sketches.map(({ name }) => name))];
  const { inParent = listed, inChild = listed } = sketch;
  const names = [...new Set([...inParent, ...inChild, ...listed])];
  const glue = sketch.glue ?? sketches.map(({ name, address }) => ({ name, address }));
  const byAddress = new Map(sketches.map((server) => [server.address, server]));
  const namesAt = (address: string): string[] => [
    ...new Set(sketches.filter((server) => server.address === address).map(({ name }) => name)),
  ];
  const referral = zoneReplyWith({
    flags: [],
    authority: inParent.map((name) => zoneRecord(exampleName, 'NS', name)),
    additional: glue.map(({ name, address }) => zoneRecord(name, address.includes(':') ? 'AAAA' : 'A', address)),
  });
  return {
    name: exampleName,
    parent: {
      zone: parentName,
      servers: ['203.0.113.1', '203.0.113.2'].map((address, at) => ({
        name: `ns${at + 1}.${parentName}`,
        address,
        allowed: true,
        answer: store.answer(referral, 'udp'),
        says: 'referral',
      })),
      referral: seen({ ns: [...inParent], glue: [...glue], ds: [...(sketch.ds ?? [])], dsDenial: 'nsec' }),
      disagreements: [],
    },
    nsByResolver: seen([...inChild]),
    serverNames: names.map((name) => nameOf(name, { ...sketch, inParent, inChild }, sketches)),
    servers: [...byAddress].map(([address, server]) => serverOf(store, server, namesAt(address), inChild)),
    replies: store.replies,
    wildcard: {
      labels: ['perimeter-1', 'perimeter-2', 'perimeter-3'],
      address: seen([[], [], []]),
      mx: seen([]),
      txt: seen([]),
      atDmarc: seen([]),
      atDomainkey: seen([]),
    },
    direct: 'open',
    notAsked: [],
    questions: 58,
    lookups: [],
    ...sketch.changes,
  };
}

/** A zone of which the direct view is missing, because port 53 is blocked or intercepted on the way. */
export function exampleZoneBehind(direct: 'blocked' | 'intercepted'): ZoneEvidence {
  const open = exampleZone();
  const gap = untested(direct === 'blocked' ? 'port-53-blocked' : 'port-53-intercepted');
  return {
    ...open,
    direct,
    parent: open.parent === null ? null : { ...open.parent, referral: gap },
    servers: open.servers.map((server) => ({
      ...server,
      udp: gap,
      tcp: gap,
      battery: {},
      axfr: gap,
      recursion: gap,
      version: gap,
      edns: gap,
    })),
  };
}
