import type { FastifyRequest } from 'fastify';

const base = 'http://localhost';

/** The URL that a request is for, whether its target came as a path or in absolute form (RFC 9112 section 3.2). */
export function requestUrl({ url }: Pick<FastifyRequest, 'url'>): URL {
  // Two slashes at the start are a path here, where a URL parser would read a host.
  const target = url.startsWith('/') ? `${base}${url}` : url;
  return URL.canParse(target, base) ? new URL(target, base) : new URL(base);
}
