import { z } from 'zod';
import { nameSources } from '@perimeter/protocols/names/inventory';
import { dnsLookup } from '../dns/lookup.ts';
import { httpWall } from '../http/schema.ts';
import { observed } from '../observed.ts';
import { refusedFields } from '../refused-address.ts';
import { registration } from '../registration.ts';

/** What DNS has under a name: nothing (missing), other records alone (no-address), or nobody knows. */
const nameStatus = z.enum(['exists', 'no-address', 'missing', 'unknown']);

/** One name of the domain, and what DNS says of it. */
export const knownName = z.object({
  /** A host, or `*.` and a zone for all names that a wildcard makes. */
  name: z.string(),
  sources: z.array(z.enum(nameSources)),
  /** Of the end of its aliases, where it has some: a name whose alias leads to nothing is missing. */
  status: nameStatus,
  /** Targets of its CNAME records in order. */
  aliases: z.array(z.string()),
  /** At most eight, of both families. */
  addresses: z.array(z.object({ address: z.string(), ...refusedFields })),
  /** Types of records of which nobody knows, though others were seen; absent: none. */
  unseen: z.array(z.string()).optional(),
  /** Made by a wildcard: the same answer as for a random name beside it. The wildcard itself is a name of its own. */
  wildcard: z.boolean(),
  /** Name of the reverse zone for its first address; absent: not asked. */
  reverse: observed(z.string().nullable()).optional(),
});
export type KnownName = z.infer<typeof knownName>;

/** What random names below a zone get: the zone has a wildcard where that is anything. */
const randomAnswer = z.object({
  zone: z.string(),
  name: z.string(),
  status: nameStatus,
  aliases: z.array(z.string()),
  addresses: z.array(z.string()),
  unseen: knownName.shape.unseen,
});
export type RandomAnswer = z.infer<typeof randomAnswer>;

/** What one request showed of a service's page for names that nobody has claimed. */
const markSeen = z.object({
  url: z.string(),
  address: z.string(),
  status: z.int(),
  /** The text of the list that the page holds; null: none. */
  mark: z.string().nullable(),
  /** Decoded size, and fingerprint of the text without the names that were asked; absent in evidence of earlier versions. */
  bytes: z.int().optional(),
  simhash: z.string().optional(),
});
export type MarkSeen = z.infer<typeof markSeen>;

/** A name that is an alias into a service of the list. */
export const serviceAlias = z.object({
  /** The name, or `*.` and the zone of a wildcard. */
  name: z.string(),
  service: z.string(),
  status: z.enum(['vulnerable', 'edge', 'safe']),
  /** The alias below the service's names, and their common end. */
  target: z.string(),
  suffix: z.string(),
  /** The list proves a free name by NXDOMAIN. */
  byNxdomain: z.boolean(),
  /** Whether the target exists in DNS. */
  exists: z.enum(['yes', 'no', 'unknown']),
  /** The page under the name; not tested where DNS decides. */
  own: observed(markSeen),
  /** The page under a random name of the service, at the same address. */
  control: observed(markSeen),
});
export type ServiceAlias = z.infer<typeof serviceAlias>;

/** A record of the domain that names another host: what stands there, and whether that host exists. */
export const pointer = z.object({
  kind: z.enum(['acme', 'mx', 'srv']),
  /** The owner of the record. */
  name: z.string(),
  target: z.string(),
  status: nameStatus,
});
export type Pointer = z.infer<typeof pointer>;

/** What stands at `_validation-persist` of a name: who may have certificates for it without a further proof. */
const standingAuthorisation = z.object({
  name: z.string(),
  /** TXT values, as they came. */
  texts: z.array(z.string()),
});

/** A domain of others that records refer to, and whether somebody owns it. */
const nameReference = z.object({
  registration,
  usedBy: z.array(
    z.object({ kind: z.enum(['cname', 'acme', 'mx', 'srv', 'ns']), name: z.string(), target: z.string() }),
  ),
});
export type NameReference = z.infer<typeof nameReference>;

/** A zone below the domain whose servers were asked, because a resolver got no answer for it. */
const childZone = z.object({
  name: z.string(),
  servers: z.array(
    z.object({
      name: z.string(),
      address: z.string().nullable(),
      /** Response code to the question for its SOA. */
      rcode: observed(z.int()),
    }),
  ),
});
export type ChildZone = z.infer<typeof childZone>;

/** One answer of a host to GET /. */
const hostAnswer = z.object({
  status: z.int(),
  title: z.string().nullable(),
  /** Where a redirect leads to, without query. */
  location: z.string().nullable(),
  wall: httpWall.shape.kind.nullable(),
  /** Lines of Server and X-Powered-By. */
  software: z.array(z.string()),
  /** Whether the page asks for a password. */
  passwordField: z.boolean(),
  /** Whether head or page name the audited domain. */
  namesDomain: z.boolean(),
});
export type HostAnswer = z.infer<typeof hostAnswer>;

/** A host below the domain that was asked over HTTP. */
export const askedHost = z.object({
  name: z.string(),
  /** The host that was asked for a wildcard; absent: the name itself. */
  askedAs: z.string().optional(),
  address: z.string(),
  http: observed(hostAnswer),
  https: observed(hostAnswer),
  /** The certificate on port 443, as its TLS library verifies chain and name; null: no TLS. */
  tls: z.object({ authorized: z.boolean(), problem: z.string().nullable(), names: z.array(z.string()) }).nullable(),
});
export type AskedHost = z.infer<typeof askedHost>;

/** Names below the target, where they lead, and whether strangers can take them. */
export const namesEvidence = z.object({
  /** The name below which all of this lies; null: nothing was asked, because the target is a www host. */
  base: z.string().nullable(),
  /** How many labels of the word list were queried, and how many of them had a query without a usable answer. */
  listed: z.object({ asked: z.int(), unanswered: z.int() }),
  inventory: z.array(knownName),
  /** Names that were not looked up, because there are more. */
  notKept: z.int(),
  randoms: z.array(randomAnswer),
  takeoverList: z.object({ name: z.string(), date: z.string() }),
  services: z.array(serviceAlias),
  pointers: z.array(pointer),
  /** Names that have values at `_validation-persist`; absent in older evidence. */
  authorisations: z.array(standingAuthorisation).optional(),
  /** Questions for such records that were not answered. */
  pointersOpen: z.array(z.string()),
  /** Names whose records were not asked for, because there are more. */
  pointersLeft: z.int(),
  references: z.array(nameReference),
  /** Domains whose registration was not looked up, because there are more. */
  referencesLeft: z.int(),
  childZones: z.array(childZone),
  hosts: z.array(askedHost),
  /** Live hosts that were not asked over HTTP, because there are more. */
  hostsLeft: z.int(),
  /** Why no host was asked over HTTP; null: hosts were asked. */
  hostsNotAsked: z.enum(['robots']).nullable(),
  /** Names along the NSEC chain; deep mode only. */
  walk: observed(
    z.object({ names: z.array(z.string()), ended: z.enum(['whole', 'most', 'no-nsec', 'minimal', 'unanswered']) }),
  ),
  lookups: z.array(dnsLookup),
});
export type NamesEvidence = z.infer<typeof namesEvidence>;
