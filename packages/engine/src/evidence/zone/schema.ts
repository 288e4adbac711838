import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { dnsRecord, securityReason } from '../dns/schema.ts';
import { observed } from '../observed.ts';
import { registration, registryRecord } from '../registration.ts';
import { zoneReply } from './reply-schema.ts';

/** What came of one question to one server: the reply by its id in `replies`, and what it took to get it. */
export const zoneAnswer = z.object({
  reply: z.string(),
  transport: z.enum(['udp', 'tcp']),
  /** Octets of the message; of the question that brought it. */
  bytes: z.int(),
  questionBytes: z.int(),
  roundTripMs: z.int(),
  /** The datagram had TC, so that the reply is the one over TCP. */
  truncated: z.boolean(),
});
export type ZoneAnswer = z.infer<typeof zoneAnswer>;

/** Queries to every server or to some: the keys of `battery`. All for the zone itself unless said otherwise, without RD, with DO. */
export const zoneQuestion = z.enum([
  'SOA',
  'NS',
  'DNSKEY',
  'A',
  'AAAA',
  'MX',
  'missing-name', // A of a random name: NXDOMAIN, or what a wildcard gives
  'version', // CH TXT of version.bind
  'parent-soa', // SOA of the parent zone with RD: an answer without AA comes out of a cache
  'outside', // A of a name of the operator's choice with RD, where the question before brought an answer
  'domainkey', // TXT of _domainkey without DO, at two servers
  'domainkey-dnssec', // the same with DO
  'NSEC3PARAM', // from here on: at one address of each server name
  'CDS',
  'CDNSKEY',
  'CAA',
  'HTTPS',
  'TXT',
  'any', // deep mode, from here on: ANY with EDNS of 4096 octets
  'edns-version', // SOA with EDNS version 1
  'edns-option', // SOA with an option that nobody knows
  'edns-flag', // SOA with a flag that nobody knows
  'mixed-case', // SOA in mixed case
  'version-server', // CH TXT of version.server
  'id-server', // CH TXT of id.server
  'foreign', // A of a name outside the zone, without RD
  'SOA-later', // SOA again after a while, where serials of one primary differ
]);
export type ZoneQuestion = z.infer<typeof zoneQuestion>;

const answered = observed(zoneAnswer);

/** One address of a name server of the zone; an address under several names stands once. */
export const zoneServer = z.object({
  /** Canonical numeric. */
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  /** Names of the zone's NS records that lead here. */
  names: z.array(z.string()),
  /** Who told the address: glue of the parent, or the resolver. */
  sources: z.array(z.enum(['glue', 'resolver'])),
  /** False: a special-purpose address, or one of an owner who asked not to be audited. Nothing was sent there. */
  allowed: z.boolean(),
  /** The range and its registry, or `opted-out`. */
  blockedBy: z.string().optional(),
  /** SOA by UDP; a failure after all tries. */
  udp: answered,
  /** SOA by TCP. */
  tcp: answered,
  /** What was asked, by UDP first; SOA stands here too. A question that is not here was not asked. */
  battery: z.partialRecord(zoneQuestion, answered),
  /** Transfer of the zone (RFC 5936), stopped early: counts and types, no data. */
  axfr: observed(
    z.object({
      records: z.int(),
      /** Records by type. */
      types: z.record(z.string(), z.int()),
      rcode: z.int(),
      stoppedAt: z.enum(['end', 'records', 'bytes', 'refused', 'closed']),
    }),
  ),
  /** Of the questions `parent-soa` and `outside`. */
  recursion: observed(
    z.object({
      /** RA in an answer to a question with RD. */
      offered: z.boolean(),
      /** `cached`: records of the parent zone without AA; `authoritative`: it serves the parent zone itself. */
      parent: z.enum(['cached', 'authoritative', 'none']),
      /** The name of the operator's choice was resolved; null: not asked, because the parent's SOA was not answered. */
      outside: z.boolean().nullable(),
    }),
  ),
  /** Texts of version.bind and, in deep mode, version.server; empty: answered without any. */
  version: observed(z.array(z.string())),
  /** Of the reply to SOA and of the deep questions; null of a question that was not asked or answered. */
  edns: observed(
    z.object({
      /** Null: no OPT record in the reply. */
      version: z.int().nullable(),
      udpBytes: z.int().nullable(),
      /** Option codes in the reply to SOA. */
      options: z.array(z.int()),
      cookie: z.boolean(),
      /** NSID as text with escapes (RFC 5001); null: none. */
      nsid: z.string().nullable(),
      /** The unknown option came back. */
      echoesOption: z.boolean().nullable(),
      /** The unknown flag came back. */
      echoesFlag: z.boolean().nullable(),
      /** To EDNS version 1: response code, and the version of the reply. */
      toVersion1: z.object({ rcode: z.int(), version: z.int().nullable() }).nullable(),
    }),
  ),
  /**
   * Faults of signatures, keys and proofs in its answers, by the DS records of the zone and the keys that all servers have;
   * key-not-shared: signed by a key that other servers lack. Absent: no DS record is trusted, or in earlier evidence.
   */
  signing: z
    .array(z.object({ question: zoneQuestion, reason: z.enum([...securityReason.options, 'key-not-shared']) }))
    .optional(),
  /** Questions of which two tries brought different replies. */
  differing: z.array(z.object({ question: zoneQuestion, replies: z.array(z.string()) })),
  /** Milliseconds of the fastest datagram; null: none came back. */
  latencyMs: z.int().nullable(),
  /** Questions sent to this address: a try or a TCP exchange counts. */
  questions: z.int(),
});
export type ZoneServer = z.infer<typeof zoneServer>;

/** One name of the zone's NS records, of the parent or of the zone itself. */
export const zoneServerName = z.object({
  name: z.string(),
  inParent: z.boolean(),
  inChild: z.boolean(),
  /** The name is an alias (RFC 2181 section 10.3), by its address answers. */
  isAlias: observed(z.boolean()),
  aliases: z.array(z.string()),
  /** At or below the zone: the parent has to send its addresses along. */
  inZone: z.boolean(),
  /** A and AAAA by the resolver; empty: none. */
  ipv4: observed(z.array(z.string())),
  ipv6: observed(z.array(z.string())),
  /** Addresses in the parent's referral. */
  glue: z.array(z.string()),
  /** The domain that it belongs to and that somebody can register; null: nobody can. */
  registrable: z.string().nullable(),
  registered: observed(registration),
});
export type ZoneServerName = z.infer<typeof zoneServerName>;

/** What the servers of the parent zone say about the zone. */
export const zoneReferral = z.object({
  /** Names of NS records. */
  ns: z.array(z.string()),
  /** Only of names at or below the parent zone (in bailiwick). */
  glue: z.array(z.object({ name: z.string(), address: z.string() })),
  ds: z.array(dnsRecord),
  /** NSEC or NSEC3 beside the referral; none: neither. */
  dsDenial: z.enum(['nsec', 'nsec3', 'none']),
});

export type ZoneReferral = z.infer<typeof zoneReferral>;

/** A server of the parent zone, as the resolver found it. */
const parentServer = z.object({
  name: z.string(),
  address: z.string(),
  allowed: z.boolean(),
  /** NS of the zone, without RD, with DO. */
  answer: answered,
  /**
   * referral: it delegates; answer: it serves the zone, too, and gives no delegation; missing: NXDOMAIN with AA;
   * undelegated: the parent's own data without NS; lame: it does not serve the parent zone; none: no usable answer.
   */
  says: z.enum(['referral', 'answer', 'missing', 'undelegated', 'lame', 'none']),
});

/** What was left out, and why; never silently. */
const notAsked = z.object({
  what: z.enum(['server-name', 'address', 'question']),
  /** The name, the address, or the address and the question. */
  of: z.string(),
  why: z.enum([
    'cap', // more names or addresses than an audit asks
    'special-purpose',
    'opted-out',
    'no-family', // this machine has no route for the address family
    'budget', // the audit's direct questions are used up
    'rate-limit', // questions that end in errors: five per server
    'time', // the time of the probe, or of the server, is over
  ]),
});

/** The zone of the target seen from both sides: the parent's servers, and every server of its own, asked directly. */
export const zoneEvidence = z.object({
  /** The zone that holds the target; null: it could not be found, and nothing else is known. */
  name: z.string().nullable(),
  /** Null: the root zone, or not found. */
  parent: z
    .object({
      zone: z.string(),
      servers: z.array(parentServer),
      referral: observed(zoneReferral),
      /** What the parent's servers do not agree on. */
      disagreements: z.array(z.enum(['ns', 'glue', 'ds', 'existence'])),
    })
    .nullable(),
  /** NS names by the resolver, which the servers of the zone are held against. */
  nsByResolver: observed(z.array(z.string())),
  serverNames: z.array(zoneServerName),
  servers: z.array(zoneServer),
  /** Replies by the first 12 hex digits of the SHA-256 of their canonical content. */
  replies: z.record(z.string(), zoneReply),
  /** What a random name and the names of mail policies get, by the resolver; texts and targets as in the zone. */
  wildcard: z.object({
    /** The random labels that were asked. */
    labels: z.array(z.string()),
    /** A, AAAA or CNAME of each label: records in presentation format. */
    address: observed(z.array(z.array(z.string()))),
    mx: observed(z.array(z.string())),
    txt: observed(z.array(z.string())),
    /** TXT of _dmarc and of _domainkey of the zone: a wildcard answers there, too, where nothing stands. */
    atDmarc: observed(z.array(z.string())),
    atDomainkey: observed(z.array(z.string())),
  }),
  /** Port 53 from here, by control questions to the parent's servers. */
  direct: z.enum(['open', 'blocked', 'intercepted', 'unknown']),
  /** Serials of one primary differed and were read again; absent: they did not differ, or the audit ended before. */
  secondLook: z.object({ afterMs: z.int() }).optional(),
  notAsked: z.array(notAsked),
  /** What the registry says of the registrable domain; in evidence of earlier audits alone. */
  registry: observed(registryRecord).optional(),
  /** Autonomous systems that announce the addresses of the name servers, by the operator's table of routes; deep mode only. */
  origins: observed(
    z.object({
      /** Name of the file, and its day (`YYYY-MM-DD`, UTC). */
      file: z.string(),
      date: z.string(),
      /** Lines of the file that cannot be read; absent: none, or in earlier evidence. */
      badLines: z.int().optional(),
      /** By address; several: a prefix of several origins; empty: no route. */
      systems: z.record(z.string(), z.array(z.int())),
    }),
  ).optional(),
  /** Direct questions sent in all, to the parent's servers too. */
  questions: z.int(),
  lookups: z.array(dnsLookup),
});
export type ZoneEvidence = z.infer<typeof zoneEvidence>;
