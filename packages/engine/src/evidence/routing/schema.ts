import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { observed } from '../observed.ts';
import { refusedFields } from '../refused-address.ts';
import { registryRecord } from '../registration.ts';

/** What a host of the domain is for. */
const hostRole = z.enum(['web', 'mail', 'name-server']);

/** A host that the domain needs, with its addresses by DNS; empty: it has none of the family. */
const neededHost = z.object({
  name: z.string(),
  role: hostRole,
  ipv4: observed(z.array(z.string())),
  ipv6: observed(z.array(z.string())),
});
export type NeededHost = z.infer<typeof neededHost>;

/** A validated ROA payload (RFC 6811 section 2). */
const vrp = z.object({ prefix: z.string(), system: z.int(), maxLength: z.int() });
export type Vrp = z.infer<typeof vrp>;

/** An announced prefix with the systems that announce it; null: none. */
const route = z
  .object({
    prefix: z.string(),
    systems: z.array(z.int()),
    /** Those of the systems that were seen in an AS_SET alone: such a route names no origin (RFC 6811 section 2). Absent: none. */
    inSets: z.array(z.int()).optional(),
  })
  .nullable();
export type Route = z.infer<typeof route>;

/** One address of those hosts, and the network that it lies in. */
const usedAddress = z.object({
  address: z.string(),
  ...refusedFields,
  /** Its name in the reverse zone; null: none. */
  reverse: observed(z.string().nullable()),
  /** The route by the longest prefix that holds the address. */
  route: observed(route),
  /** Payloads that cover the route, at most 50. */
  vrps: observed(z.array(vrp)),
});
export type UsedAddress = z.infer<typeof usedAddress>;

/** A TCP connection over one address family, closed at once. */
const connection = z.object({
  host: z.string(),
  address: z.string(),
  port: z.int(),
  /** Whether it was accepted: a failure where it was not. */
  accepted: observed(z.literal(true)),
});

/** What a block list answered about one subject: addresses in 127.0.0.0/8, none: not listed. */
const listing = z.object({
  /** The zone, without the operator's key. */
  list: z.string(),
  about: z.enum(['address', 'domain']),
  isSpamhaus: z.boolean(),
  subject: z.string(),
  /** A list is worth as much as its answers to what it must and must not list (RFC 5782 section 5). */
  role: z.enum(['listed-test', 'unlisted-test', 'subject']),
  answers: observed(z.array(z.string())),
});
export type Listing = z.infer<typeof listing>;

/** A source of facts, and whether it was asked. */
const source = z.object({
  name: z.enum(['rdap', 'routes', 'vrps', 'cymru', 'block-list']),
  /** The server, the file or the list. */
  which: z.string().nullable(),
  state: z.enum(['used', 'not-asked', 'failed']),
  /** When a file was made, epoch milliseconds. */
  madeMs: z.number().nullable(),
  /** Lines of a file that cannot be read; absent: none, or in earlier evidence. */
  badLines: z.int().optional(),
});

/** The page of the site, as its origin may show it to everybody beside the CDN. */
const directAnswer = z.object({
  status: z.int(),
  title: z.string().nullable(),
  simhash: z.string().nullable(),
  /** The CDN whose marks it has; null: none. */
  edge: z.string().nullable(),
  /** SHA-256 of the certificate; null: none was seen. */
  certificate: z.string().nullable(),
  /** The certificate holds for the site's name, and clients trust it. */
  trusted: z.boolean(),
});

/** An address of the domain outside of its CDN, asked for the site by the site's name. */
const originCandidate = z.object({
  address: z.string(),
  /** The names of the domain whose records hold the address. */
  names: z.array(z.string()),
  answer: observed(directAnswer),
});
export type OriginCandidate = z.infer<typeof originCandidate>;

/** Who registered the domain, in which networks its hosts stand, and what registries, routes and lists say of them. */
export const routingEvidence = z.object({
  /** What the registry says of the registrable domain. */
  registration: observed(registryRecord),
  hosts: z.array(neededHost),
  /** Whether the domain has mail hosts at all; false: none, or a null MX. */
  mail: observed(z.boolean()),
  addresses: z.array(usedAddress),
  /** Addresses that were not looked at, because there are more. */
  addressesLeft: z.int(),
  /** Whether this machine has a route for IPv6; null: no address needed it. */
  ipv6Here: z.boolean().nullable(),
  connections: z.array(connection),
  lists: z.array(listing),
  sources: z.array(source),
  /** The CDN in front of the site, its page there, and other addresses that were asked for it; deep mode only, null where there is none. */
  origin: z
    .object({
      url: z.string(),
      edge: z.string(),
      title: z.string().nullable(),
      simhash: z.string().nullable(),
      status: z.int(),
      candidates: z.array(originCandidate),
    })
    .nullable()
    .optional(),
  lookups: z.array(dnsLookup),
});
export type RoutingEvidence = z.infer<typeof routingEvidence>;
