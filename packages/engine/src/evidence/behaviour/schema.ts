import type { CorsVariant } from '@perimeter/protocols/http/cross-origin/cors';
import { z } from 'zod';
import { httpExchange } from '../http/schema.ts';

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
  /** The Alt-Svc value of the final document that offers HTTP/3; null where there is none. No datagram was sent. */
  http3: z.object({ advertised: z.string().nullable() }),
  /** The same GET over each address family; null where the host has no such address, or it was not asked. */
  families: z.object({ ipv4: familyDocument.nullable(), ipv6: familyDocument.nullable() }),
  /** Paths that do not exist, of other kinds than the one of the HTTP evidence; deep audits alone. */
  errorPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
  /** The first pages that the document links to on its own origin, at most 5; deep audits alone. */
  linkedPages: z.array(z.object({ path: z.string(), exchange: z.string() })).optional(),
});
export type BehaviourEvidence = z.infer<typeof behaviourEvidence>;
