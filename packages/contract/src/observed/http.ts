import { z } from 'zod';

/** Entries of a list that the report leaves out. */
const left = z.int().describe('entries beyond those listed');

const redirectHop = z.object({
  url: z.string(),
  status: z.int().nullable().describe('null: no answer'),
  hsts: z
    .object({ maxAgeSeconds: z.int(), includeSubDomains: z.boolean(), preload: z.boolean() })
    .nullable()
    .describe('the valid Strict-Transport-Security policy of this hop; null: none, or none that counts'),
});

/** One start of the site and where it leads. */
export const httpRedirect = z
  .object({ from: z.string().describe('the first URL'), hops: z.array(redirectHop), ended: z.string() })
  .meta({ id: 'HttpRedirect' });
export type HttpRedirect = z.infer<typeof httpRedirect>;

/** A security header of the final document, with the answer of the checks that judge it. */
export const httpHeader = z
  .object({
    name: z.string(),
    value: z.string().nullable().describe('null: not sent'),
    expected: z.string(),
    verdict: z
      .enum(['pass', 'fail', 'informational', 'not-applicable', 'inconclusive'])
      .describe('the worst outcome of the checks of this header'),
    check: z.string().describe('the check that decides'),
  })
  .meta({ id: 'HttpHeader' });
export type HttpHeader = z.infer<typeof httpHeader>;

const cspDirective = z.object({
  name: z.string(),
  value: z.string(),
  verdict: z.enum(['holds', 'weak', 'ignored', 'broken']),
  why: z.array(z.string()).describe('codes of an open list'),
});

/** The Content Security Policies of the final document, as a browser enforces them together. */
export const httpCsp = z
  .object({
    level: z.enum(['none', 'report-only', 'hosts', 'nonce-hash', 'strict', 'strict-trusted-types']),
    policies: z.array(
      z.object({ source: z.enum(['header', 'meta', 'report-only']), directives: z.array(cspDirective) }),
    ),
    absent: z
      .array(z.object({ name: z.string(), fallsBackTo: z.string().nullable() }))
      .describe('directives that no enforced policy has; fallsBackTo null: nothing restricts it'),
    questions: z
      .array(z.object({ name: z.string(), open: z.boolean() }))
      .describe('attacks that were put to all enforced policies together; open: all of them allow it'),
    left,
  })
  .meta({ id: 'HttpCsp' });
export type HttpCsp = z.infer<typeof httpCsp>;

/** A cookie as the answer set it, without its value, and what a browser makes of it. */
export const httpCookie = z
  .object({
    name: z.string(),
    host: z.string().describe('the host that set it'),
    domain: z.string().nullable().describe('the domain to whose hosts it is sent; null: to this host alone'),
    path: z.string().nullable().describe('null: not kept'),
    secure: z.boolean(),
    httpOnly: z.boolean(),
    sameSite: z.enum(['strict', 'lax', 'none', 'default']),
    lifetimeSeconds: z.number().nullable().describe('null: until the browser closes; 0: deleted'),
    rejected: z.string().nullable().describe('why browsers drop it, a code of an open list; null: kept'),
  })
  .meta({ id: 'HttpCookie' });
export type HttpCookie = z.infer<typeof httpCookie>;

/** What the final document loads from one site. */
export const httpResource = z
  .object({
    site: z.string().describe('registrable domain'),
    own: z.boolean(),
    kinds: z.array(z.string()),
    count: z.int(),
    code: z.int().describe('scripts and style sheets among them'),
    integrity: z.int().describe('scripts and style sheets with an integrity attribute'),
  })
  .meta({ id: 'HttpResource' });
export type HttpResource = z.infer<typeof httpResource>;

/** One request with an Origin and what its answer grants (Fetch, "CORS check"). */
export const httpCors = z
  .object({
    origin: z.string(),
    status: z.int().nullable().describe('null: no answer'),
    allowOrigin: z.string().nullable(),
    grants: z.enum(['asker', 'everyone', 'another', 'nobody', 'invalid']).nullable().describe('null: unknown'),
    credentials: z.boolean().nullable(),
  })
  .meta({ id: 'HttpCors' });
export type HttpCors = z.infer<typeof httpCors>;

const capped = <T extends z.ZodType>(entry: T) => z.object({ entries: z.array(entry), left });

/** Conclusions from the answers; absent before schema 1.4, null where nothing was seen. */
export const httpJudged = z.object({
  redirects: z.array(httpRedirect).optional(),
  headers: z.array(httpHeader).nullable().optional(),
  csp: httpCsp.nullable().optional(),
  cookies: capped(httpCookie).nullable().optional(),
  resources: capped(httpResource).nullable().optional(),
  cors: z.array(httpCors).nullable().optional(),
});
export type HttpJudged = z.infer<typeof httpJudged>;
