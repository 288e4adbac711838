import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { netFailure, observed } from '../observed.ts';
import { cookieFacts } from './cookie-facts.ts';
import { httpPage } from './page.ts';

/** One header line as it came: name and value untouched but for surrounding white space, in wire order, duplicates kept. */
export const headerLine = z.tuple([z.string(), z.string()]);
export type HeaderLine = z.infer<typeof headerLine>;

/** TLS facts of the connection under an exchange. */
export const httpTls = z.object({
  protocol: z.string(),
  cipher: z.string(),
  alpn: z.string().nullable(),
  /** True when the chain and the name verified against the trust store. */
  authorized: z.boolean(),
  /** The platform's code; earlier audits kept its words. */
  authorizationError: z.string().nullable(),
  /** SHA-256 of the certificate that was served first. */
  certificate: z.string().nullable().optional(),
});

/** The wall in place of the site's own content. */
export const httpWall = z.object({
  kind: z.enum([
    'challenge',
    'blocked',
    'client-certificate',
    'rate-limited',
    // 401: headers are the site's own
    'login',
    // a gateway whose origin server did not answer
    'unavailable',
    // a status without content
    'no-content',
    // 304: the document was not sent
    'not-modified',
    // a status code that HTTP does not define
    'no-http',
  ]),
  /** What identified the wall, where the status alone does not. */
  sign: z.string().nullable(),
});

/** A response whose head arrived whole. */
export const httpResponse = z.object({
  status: z.int(),
  reason: z.string(),
  httpVersion: z.string(),
  headers: z.array(headerLine),
  /** The head's bytes, one character a byte (latin1), at most 64 KiB; cookie values and tokens redacted. */
  rawHead: z.string(),
  /** Count of 1xx responses before this one. */
  interim: z.int(),
  /** Tolerated departures from RFC 9112: bare LF, folded fields, conflicting lengths and the like. */
  problems: z.array(z.string()).optional(),
  /** The wall in place of the site's content, found in the whole text; decides where the text was not kept. */
  wall: httpWall.nullable().optional(),
  body: z.object({
    wireBytes: z.int(),
    decodedBytes: z.int(),
    /** Decoded text of text media types, cut at 1 MiB. Kept for few responses, with possible secrets masked. */
    text: z.string().nullable(),
    /** Characters of the text, where it was read and not kept. */
    characters: z.int().optional(),
    truncated: z.boolean(),
    /** True where the content began with a byte order mark, which takes precedence over any other encoding declaration. */
    byteOrderMark: z.boolean().optional(),
    sha256: z.string(),
    /** Why the body ended early, where it did: the head is still evidence. */
    failure: netFailure.optional(),
  }),
});
export type HttpResponse = z.infer<typeof httpResponse>;

/**
 * Why a request was sent. redirect-host: a hop on a foreign host. sibling: a hop from the apex of a www target.
 * earlier: the first try of a hop whose answer was discarded.
 */
export const httpPurpose = z.enum([
  'start',
  'redirect-host',
  'address',
  'again',
  'missing',
  'security-txt',
  'robots',
  'sibling',
  'earlier',
]);
export type HttpPurpose = z.infer<typeof httpPurpose>;

/** One request and its result. */
export const httpExchange = z.object({
  id: z.string(),
  url: z.string(),
  method: z.string(),
  /** Absent in evidence of earlier audits, which had only hops of chains and further addresses. */
  purpose: httpPurpose.optional(),
  address: z.string().nullable(),
  port: z.int(),
  /** The request head as sent. */
  requestHead: z.string(),
  tls: httpTls.nullable(),
  /** True where the connection had carried other exchanges before. */
  keptAlive: z.boolean().optional(),
  /** Facts of the Set-Cookie lines, read before their values were discarded; absent where there was none. */
  setCookies: z.array(cookieFacts).optional(),
  result: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), response: httpResponse }),
    z.object({ ok: z.literal(false), failure: netFailure }),
  ]),
});
export type HttpExchange = z.infer<typeof httpExchange>;

/** A fetch from a starting URL along its redirects. */
export const httpChain = z.object({
  start: z.enum(['http-apex', 'https-apex', 'http-www', 'https-www', 'http-sibling', 'https-sibling']),
  /** Exchange ids, in the order of the hops. */
  hops: z.array(z.string()),
  /** final: the last hop is not a redirect; the others state why following stopped. */
  ended: z.enum(['final', 'loop', 'too-many-redirects', 'blocked', 'bad-location', 'failed']),
});
export type HttpChain = z.infer<typeof httpChain>;

/** The final document, requested once at each address of its host. */
export const httpAddress = z.object({
  address: z.string(),
  /** Exchange id; for the address that gave the final document, that exchange. Their bodies are kept without text. */
  exchange: z.string(),
});

export type HttpAddress = z.infer<typeof httpAddress>;

/** The final document over HTTP/2: its status, and the headers that are compared with those over HTTP/1.1. */
export const httpHead2 = z.object({ status: z.int(), headers: z.array(headerLine) });
export type HttpHead2 = z.infer<typeof httpHead2>;

/** Entries of the operator's HSTS preload list for the requested hosts. */
export const httpPreload = z.object({
  /** Name of the file, and the day of its last change. */
  file: z.string(),
  date: z.string(),
  hosts: z.array(
    z.object({
      host: z.string(),
      /** The entry that covers the host, its own or one of a name above it; null: there is none. */
      entry: z.object({ name: z.string(), includeSubdomains: z.boolean() }).nullable(),
    }),
  ),
});
export type HttpPreload = z.infer<typeof httpPreload>;

/** All HTTP exchanges, each once. */
export const httpEvidence = z.object({
  exchanges: z.array(httpExchange),
  chains: z.array(httpChain),
  /** Chains from the apex of a www target: not judged, only compared with the site. */
  siblings: z.array(httpChain).optional(),
  /** What was read in the bodies that browsers show as markup. */
  pages: z.array(httpPage),
  /** Exchange id of the document that represents the site: the end of https-apex, else https-www, else http-apex, else http-www. */
  finalDocument: z.string().nullable(),
  /** The addresses of the final document's host, at most four per family; none where that was not asked. */
  addresses: z.array(httpAddress).optional(),
  /** Absent where it was not asked for, where the server does not select h2, and in evidence of earlier audits. */
  http2: observed(httpHead2).optional(),
  /** True where robots.txt of the final document's origin bars this audit by name from all paths: nothing more was asked. */
  robotsBar: z.boolean().optional(),
  /** Which hosts browsers ask over https alone without having visited them; absent in evidence of earlier audits. */
  preload: observed(httpPreload).optional(),
  /** Hosts that redirects led to, looked up; those of the target come from the endpoints. */
  lookups: z.array(dnsLookup),
});
export type HttpEvidence = z.infer<typeof httpEvidence>;
