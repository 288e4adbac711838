import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { dnsRecord, securityReason } from '../dns/schema.ts';
import { observed } from '../observed.ts';
import { refusedFields } from '../refused-address.ts';
import { registration, registryRecord } from '../registration.ts';
import { zoneReply } from './reply-schema.ts';

/** The result of one query to one server: the id of the reply in `replies`, and the cost of getting it. */
export const zoneAnswer = z.object({
  reply: z.string(),
  transport: z.enum(['udp', 'tcp']),
  /** Message size in bytes; duration of the query that brought it. */
  bytes: z.int(),
  questionBytes: z.int(),
  roundTripMs: z.int(),
  /** The UDP reply had TC set, so this is the reply over TCP. */
  truncated: z.boolean(),
});
export type ZoneAnswer = z.infer<typeof zoneAnswer>;

/** Queries sent to some or all servers: the keys of `battery`. About the zone itself, without RD and with DO, unless noted. */
export const zoneQuestion = z.enum([
  'SOA',
  'NS',
  'DNSKEY',
  'A',
  'AAAA',
  'MX',
  'missing-name', // A of a random name: NXDOMAIN, or the answer of a wildcard
  'version', // CH TXT of version.bind
  'parent-soa', // SOA of the parent zone with RD: an answer without AA comes from a cache
  'outside', // A of an operator-chosen name with RD, sent if the previous query got an answer
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
  'edns-option', // SOA with an unknown option
  'edns-flag', // SOA with an unknown flag
  'mixed-case', // SOA in mixed case
  'version-server', // CH TXT of version.server
  'id-server', // CH TXT of id.server
  'foreign', // A of a name outside the zone, without RD
  'SOA-later', // SOA repeated later, where serials of one primary differ
]);
export type ZoneQuestion = z.infer<typeof zoneQuestion>;

const answered = observed(zoneAnswer);

/** One address of a name server of the zone; each address once, even with several names. */
export const zoneServer = z.object({
  /** Canonical numeric. */
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  /** Names of the zone's NS records that lead here. */
  names: z.array(z.string()),
  /** Where the address comes from: the parent's glue, or the resolver. */
  sources: z.array(z.enum(['glue', 'resolver'])),
  /** False: a special-purpose address, or one whose owner opted out of audits. Nothing was sent there. */
  allowed: z.boolean(),
  ...refusedFields,
  /** SOA over UDP; a failure after all retries. */
  udp: answered,
  /** SOA by TCP. */
  tcp: answered,
  /** Answers by query, UDP first; includes SOA. A query that is not listed was not sent. */
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
  /** Results of the queries `parent-soa` and `outside`. */
  recursion: observed(
    z.object({
      /** RA in the reply to a query with RD. */
      offered: z.boolean(),
      /** `cached`: records of the parent zone without AA; `authoritative`: it serves the parent zone itself. */
      parent: z.enum(['cached', 'authoritative', 'none']),
      /** The operator-chosen name was resolved; null: not queried, because the parent's SOA was not answered. */
      outside: z.boolean().nullable(),
    }),
  ),
  /** Texts of version.bind and, in deep mode, version.server; empty: answered without text. */
  version: observed(z.array(z.string())),
  /** From the reply to SOA and to the deep-mode queries; null where a query was not sent or answered. */
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
   * Faults of signatures, keys and proofs in its answers, judged by the zone's DS records and the keys that all servers
   * have; key-not-shared: signed by a key that other servers lack. Absent: no DS record is trusted, or in earlier
   * evidence.
   */
  signing: z
    .array(z.object({ question: zoneQuestion, reason: z.enum([...securityReason.options, 'key-not-shared']) }))
    .optional(),
  /** Queries for which two tries got different replies. */
  differing: z.array(z.object({ question: zoneQuestion, replies: z.array(z.string()) })),
  /** Milliseconds of the fastest datagram; null: none came back. */
  latencyMs: z.int().nullable(),
  /** Queries sent to this address; each UDP try and each TCP exchange counts. */
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
  /** At or below the zone, so that the parent has to send glue. */
  inZone: z.boolean(),
  /** A and AAAA by the resolver; empty: none. */
  ipv4: observed(z.array(z.string())),
  ipv6: observed(z.array(z.string())),
  /** Addresses in the parent's referral. */
  glue: z.array(z.string()),
  /** Its domain, if that can be registered; null: it cannot. */
  registrable: z.string().nullable(),
  registered: observed(registration),
});
export type ZoneServerName = z.infer<typeof zoneServerName>;

/** The parent servers' referral for the zone. */
export const zoneReferral = z.object({
  /** Names of NS records. */
  ns: z.array(z.string()),
  /** Only names at or below the parent zone (in bailiwick). */
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
   * referral: it delegates; answer: it also serves the zone and sends no referral; missing: NXDOMAIN with AA;
   * undelegated: the parent's own data without NS; lame: it does not serve the parent zone; none: no usable answer.
   */
  says: z.enum(['referral', 'answer', 'missing', 'undelegated', 'lame', 'none']),
});

/** Everything that was skipped, with the reason. */
const notAsked = z.object({
  what: z.enum(['server-name', 'address', 'question']),
  /** The name, the address, or the address and the query. */
  of: z.string(),
  why: z.enum([
    'cap', // more names or addresses than an audit queries
    'special-purpose',
    'opted-out',
    'no-family', // this machine has no route for the address family
    'budget', // the audit's budget of direct queries is used up
    'rate-limit', // queries that would end in errors: five per server
    'time', // the time limit of the probe, or of the server, is reached
  ]),
});

/** The zone of the target from both sides: the parent's servers, and each of its own servers, queried directly. */
export const zoneEvidence = z.object({
  /** The zone that holds the target; null: not found, so that nothing else is known. */
  name: z.string().nullable(),
  /** Null: the root zone, or not found. */
  parent: z
    .object({
      zone: z.string(),
      servers: z.array(parentServer),
      referral: observed(zoneReferral),
      /** Records that the parent's servers disagree about. */
      disagreements: z.array(z.enum(['ns', 'glue', 'ds', 'existence'])),
    })
    .nullable(),
  /** NS names from the resolver, compared with those of the zone's servers. */
  nsByResolver: observed(z.array(z.string())),
  serverNames: z.array(zoneServerName),
  servers: z.array(zoneServer),
  /** Replies by the first 12 hex digits of the SHA-256 of their canonical content. */
  replies: z.record(z.string(), zoneReply),
  /** Answers of the resolver to random names and to names of mail policies; texts and targets as in the zone. */
  wildcard: z.object({
    /** The random labels that were queried. */
    labels: z.array(z.string()),
    /** A, AAAA or CNAME of each label: records in presentation format. */
    address: observed(z.array(z.array(z.string()))),
    mx: observed(z.array(z.string())),
    txt: observed(z.array(z.string())),
    /** TXT of _dmarc and of _domainkey of the zone: a wildcard also answers there where no record exists. */
    atDmarc: observed(z.array(z.string())),
    atDomainkey: observed(z.array(z.string())),
  }),
  /** Whether port 53 is open from here, tested with control queries to the parent's servers. */
  direct: z.enum(['open', 'blocked', 'intercepted', 'unknown']),
  /** Serials of one primary differed and were read again; absent: they agreed, or the audit ended first. */
  secondLook: z.object({ afterMs: z.int() }).optional(),
  notAsked: z.array(notAsked),
  /** The registry's record of the registrable domain; only in evidence of earlier audits. */
  registry: observed(registryRecord).optional(),
  /** Autonomous systems that announce the addresses of the name servers, by the operator's table of routes; deep mode only. */
  origins: observed(
    z.object({
      /** Name of the file, and its day (`YYYY-MM-DD`, UTC). */
      file: z.string(),
      date: z.string(),
      /** Lines of the file that cannot be read; absent: none, or in earlier evidence. */
      badLines: z.int().optional(),
      /** By address; several: the prefix has several origins; empty: no route. */
      systems: z.record(z.string(), z.array(z.int())),
    }),
  ).optional(),
  /** Direct queries in total, including those to the parent's servers. */
  questions: z.int(),
  lookups: z.array(dnsLookup),
});
export type ZoneEvidence = z.infer<typeof zoneEvidence>;
