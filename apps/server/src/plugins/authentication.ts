import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Http } from '../http.ts';
import { requestUrl } from './request-url.ts';

// The route that was matched, not the text that matched it: a path can be written in absolute form and with escapes.
function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? requestUrl({ url }).pathname).startsWith('/api/');
}

/**
 * Refuses credentials on the API. There are no keys yet, so any key is a bad one; a caller who believes to be known is
 * told otherwise and never served as somebody else (RFC 6750 section 3.1).
 */
export function addAuthentication(http: Http): void {
  http.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined || !isForApi(request)) return;
    throw new AppError('unauthorized', {
      detail: 'This service has no API keys yet: send the request without Authorization',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });
}
