import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { z } from 'zod';
import { httpExchange } from '../http/schema.ts';
import { observed } from '../observed.ts';
import { registration } from '../registration.ts';

const corsVariant: z.ZodType<CorsVariant> = z.enum(['random', 'null', 'suffix', 'prefix', 'http']);

/** Where the response reflects the Host value that was sent. */
export const hostReflection = z.enum(['location', 'canonical', 'base', 'script']);

/** The final document as received over one address family. */
const familyDocument = z.object({
  /** Id of the exchange in the HTTP evidence. */
  exchange: z.string(),
  status: z.int(),
  title: z.string().nullable(),
  /** Fingerprint of its text; null where it is not markup. */
  simhash: z.string().nullable(),
});

/**
 * Whether HTTP/3 answers where it is advertised; tested with an Initial packet of a reserved version, which servers
 * must answer with Version Negotiation.
 */
const http3 = z.object({
  /** The Alt-Svc value of the final document that offers HTTP/3; null where there is none. */
  advertised: z.string().nullable(),
  /** The UDP test; null where this host does not advertise HTTP/3, absent in evidence of earlier audits. */
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

/** The ECH server, tested with the public name as clients do after ECH is rejected (RFC 9849 section 6.1.6). */
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

/** How the site responds to requests other than a plain GET. */
export const behaviourEvidence = z.object({
  /** The requested URL without its query; null where no request was sent. */
  url: z.string().nullable(),
  /** Why no request was sent; null where one was. */
  notAsked: z.enum(['no-document', 'not-own', 'walled', 'robots']).nullable(),
  /** Every request with its answer, bodies without text. */
  exchanges: z.array(httpExchange),
  /** CORS requests; what each response granted stands in its exchange. */
  cors: z.array(z.object({ variant: corsVariant, origin: z.string(), exchange: z.string() })),
  /** A preflight for PUT with a custom header, from the random origin. */
  preflight: z.object({ origin: z.string(), exchange: z.string() }).nullable(),
  options: z.object({ exchange: z.string() }).nullable(),
  trace: z
    .object({
      exchange: z.string(),
      /** Whether the value of the sent header came back in the body. */
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
  /** The same GET over each address family; null where the host has no such address, or it was not requested. */
  families: z.object({ ipv4: familyDocument.nullable(), ipv6: familyDocument.nullable() }),
  /** Other kinds of nonexistent paths than in the HTTP evidence; deep audits only. */
  errorPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
  /** The first pages that the document links to on its own origin, at most 5; deep audits only. */
  linkedPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
});
export type BehaviourEvidence = z.infer<typeof behaviourEvidence>;
