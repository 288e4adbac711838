import { dayMs } from '@perimeter/protocols/durations';
import type { Http } from '../../http/http.ts';

// Less than a year, as RFC 9116 section 2.5.5 recommends.
const validForMs = 180 * dayMs;

/** GET /.well-known/security.txt (RFC 9116): where to report vulnerabilities of this service. */
export function addSecurityTxt(http: Http, contact: string): void {
  http.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(Date.now() + validForMs);
    expires.setUTCHours(0, 0, 0, 0);
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`);
  });
}
