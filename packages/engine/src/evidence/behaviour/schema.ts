import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { z } from 'zod';
import { httpExchange } from '../http/schema.ts';
import { observed } from '../observed.ts';
import { registration } from '../registration.ts';

const corsVariant: z.ZodType<CorsVariant> = z.enum(['random', 'null', 'suffix', 'prefix', 'http']);

/** Where a host that was sent as Host came back. */
export const hostReflection = z.enum(['location', 'canonical', 'base', 'script']);

/** The final document as one address family gives it. */
const familyDocument = z.object({
  /** Id of the exchange in the HTTP evidence. */
  exchange: z.string(),
  status: z.int(),
  title: z.string().nullable(),
  /** Fingerprint of its text; null where it is no markup. */
  simhash: z.string().nullable(),
});

/** Whether HTTP/3 answers where it is advertised; asked by a first packet of a version that nobody speaks. */
const http3 = z.object({
  /** The Alt-Svc value of the final document that offers HTTP/3; null where there is none. */
  advertised: z.string().nullable(),
  /** What was asked over UDP; null where HTTP/3 is not advertised at this host, absent in evidence of earlier audits. */
  asked: z
    .object({
      by: z.enum(['alt-svc', 'https-record']),
      host: z.string(),
      address: z.string(),
      port: z.int(),
      /** Datagrams that were sent. */
      tries: z.int(),
      /** QUIC versions of the Version Negotiation packet (RFC 9000 section 6). */
      versions: observed(z.array(z.int())),
    })
    .nullable()
    .optional(),
});

/** The server of Encrypted Client Hello, asked for the public name as clients do that it rejects (RFC 9849 section 6.1.6). */
const echServer = z.object({
  publicName: z.string(),
  address: z.string(),
  certificate: observed(z.object({ covers: z.boolean(), notAfterMs: z.number().nullable() })),
});

/** Another host that Alt-Svc names (RFC 7838), and whether it exists. */
const alternativeHost = z.object({
  host: z.string(),
  /** Whether the name has addresses; missing: it does not exist. */
  name: z.enum(['resolves', 'missing', 'unknown']),
  /** Null where the host is an address, or lies in the audited domain. */
  registration: registration.nullable(),
});

/** What the site does when it is asked in other ways than by a plain GET. */
export const behaviourEvidence = z.object({
  /** The URL that was asked, without its query; null where nothing was asked. */
  url: z.string().nullable(),
  /** Why nothing was asked; null where something was. */
  notAsked: z.enum(['no-document', 'not-own', 'walled', 'robots']).nullable(),
  /** Every request with its answer, bodies without text. */
  exchanges: z.array(httpExchange),
  /** Requests with an Origin; what each granted stands in its exchange. */
  cors: z.array(z.object({ variant: corsVariant, origin: z.string(), exchange: z.string() })),
  /** A preflight for PUT with a header of our own, from the random origin. */
  preflight: z.object({ origin: z.string(), exchange: z.string() }).nullable(),
  options: z.object({ exchange: z.string() }).nullable(),
  trace: z
    .object({
      exchange: z.string(),
      /** Whether the header that was sent came back in the body. */
      echoed: z.boolean(),
    })
    .nullable(),
  hostHeader: z.object({ sent: z.string(), exchange: z.string(), reflectedIn: z.array(hostReflection) }).nullable(),
  crossdomain: z.object({ exchange: z.string(), allowsAll: z.boolean() }).nullable(),
  http3,
  /** The server of each public name of the HTTPS record; absent in evidence of earlier audits. */
  ech: z.array(echServer).optional(),
  /** Hosts of Alt-Svc that are not the site's own; absent in evidence of earlier audits. */
  alternatives: z.array(alternativeHost).optional(),
  /** The same GET over each address family; null where the host has no such address, or it was not asked. */
  families: z.object({ ipv4: familyDocument.nullable(), ipv6: familyDocument.nullable() }),
  /** Paths that do not exist, of other kinds than the one of the HTTP evidence; deep audits alone. */
  errorPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
  /** The first pages that the document links to on its own origin, at most 5; deep audits alone. */
  linkedPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
});
export type BehaviourEvidence = z.infer<typeof behaviourEvidence>;
