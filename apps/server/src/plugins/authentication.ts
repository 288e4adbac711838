import { AppError } from '../errors.ts';
import type { Http } from '../http.ts';

/**
 * Refuses credentials on the API. There are no keys yet, so any key is a bad one; a caller who believes to be known is
 * told otherwise and never served as somebody else (RFC 6750 section 3.1).
 */
export function addAuthentication(http: Http): void {
  http.addHook('onRequest', async ({ headers, url }) => {
    if (headers.authorization === undefined || !url.startsWith('/api/')) return;
    throw new AppError('unauthorized', {
      detail: 'This service has no API keys yet: send the request without Authorization',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });
}
