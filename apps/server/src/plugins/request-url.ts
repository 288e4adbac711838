import type { FastifyRequest } from 'fastify';

const base = 'http://localhost';

/** The URL of a request whose target is a path or an absolute URL (RFC 9112 section 3.2). */
export function requestUrl({ url }: Pick<FastifyRequest, 'url'>): URL {
  // A target that starts with two slashes is a path; a URL parser would read a host.
  const target = url.startsWith('/') ? `${base}${url}` : url;
  return URL.canParse(target, base) ? new URL(target, base) : new URL(base);
}
