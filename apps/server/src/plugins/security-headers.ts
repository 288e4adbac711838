import type { Http } from '../http/http.ts';

/**
 * Headers of every answer: data that must not be executed, framed, sniffed or cached. Routes loosen these as needed.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** Adds the security headers to every answer, and Strict-Transport-Security (RFC 6797) if its lifetime is not 0. */
export function addSecurityHeaders(http: Http, hstsSeconds: number): void {
  const headers =
    hstsSeconds === 0
      ? securityHeaders
      : { ...securityHeaders, 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // Search engines must not index URLs that contain an id or hash.
    if (request.facts.pattern?.includes('/:') ?? true) reply.header('x-robots-tag', 'noindex');
    done();
  });
  http.addHook('onSend', (request, reply, _payload, done) => {
    const caching = reply.getHeader('cache-control');
    // On a shared computer, account data must not remain in the browser after log-out, by any route (ASVS 5.0, 14.3.2).
    if (request.principal?.kind === 'account' && typeof caching === 'string' && caching.startsWith('private'))
      reply.header('cache-control', caching.replace('private, no-cache', 'no-store'));
    done();
  });
}
