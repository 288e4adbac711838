import type { Http } from '../http/http.ts';

/** What every answer carries: it is data, for nobody to run, frame, guess at or keep. Routes loosen what they must. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** Puts the security headers on every answer, with Strict-Transport-Security (RFC 6797) where it is to last some seconds. */
export function addSecurityHeaders(http: Http, hstsSeconds: number): void {
  const headers =
    hstsSeconds === 0
      ? securityHeaders
      : { ...securityHeaders, 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // Where an id or a hash stands in the address, or may, it is nobody's to index.
    if (request.facts.pattern?.includes('/:') ?? true) reply.header('x-robots-tag', 'noindex');
    done();
  });
  http.addHook('onSend', (request, reply, _payload, done) => {
    const caching = reply.getHeader('cache-control');
    // Who shares a computer reads nothing of an account when its holder has gone, by whatever route it was shown (ASVS 5.0, 14.3.2).
    if (request.principal?.kind === 'account' && typeof caching === 'string' && caching.startsWith('private'))
      reply.header('cache-control', caching.replace('private, no-cache', 'no-store'));
    done();
  });
}
