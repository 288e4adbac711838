import type { Http } from '../http/http.ts';

/** What every answer carries: it is data, for nobody to run, frame, guess at or keep. Routes loosen what they must. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Puts the security headers on every answer. */
export function addSecurityHeaders(http: Http): void {
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}
