import type { FastifyRequest } from 'fastify';
import type { Http } from '../http/http.ts';
import type { Access } from './access/access.ts';
import type { LimitPolicy } from '../rate-limits/policies.data.ts';
import { requestUrl } from './request-url.ts';

/** What hooks ask of the route that a request matched, found out once a route instead of once a hook. */
export interface RouteFacts {
  /** The route's pattern; null where none matched. */
  pattern: string | null;
  isApi: boolean;
  /** People open it from a page to save what it answers: a browser gets its errors as pages. */
  isFile: boolean;
  /** Null where the route does not declare it. */
  access: Access | null;
  /** Null where requests are not counted. */
  limit: LimitPolicy | null;
  /** How long an answer may take; null: as long as usual. */
  answerWithinMs: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RouteFacts;
  }
  interface FastifyContextConfig {
    /** The limit that the route's requests count against; null: they are not counted. */
    limit?: LimitPolicy | null;
    /** How long an answer of the route may take, where that is longer than usual. */
    answerWithinMs?: number;
    /** True of a route of the API that pages link to as a file. */
    isFile?: boolean;
  }
}

const isUnderApi = (path: string): boolean => path.startsWith('/api/');
const defaultLimit = (isApi: boolean): LimitPolicy => (isApi ? 'other' : 'pages');

/** The limit of a route by what it is configured with; null where requests are not counted. */
export function limitOf(route: {
  url?: string | undefined;
  config?: { limit?: LimitPolicy | null } | undefined;
}): LimitPolicy | null {
  const stated = route.config?.limit;
  return stated === undefined ? defaultLimit(isUnderApi(route.url ?? '')) : stated;
}

function factsOf({ url, config }: FastifyRequest['routeOptions']): RouteFacts | null {
  if (url === undefined) return null;
  return {
    pattern: url,
    isApi: isUnderApi(url),
    isFile: config.isFile ?? false,
    access: config.access ?? null,
    limit: limitOf({ url, config }),
    answerWithinMs: config.answerWithinMs ?? null,
  };
}

// The route that was matched, not the text that matched it: a path can be written in absolute form and with escapes.
const factsOfNone = (request: FastifyRequest): RouteFacts => {
  const isApi = isUnderApi(requestUrl(request).pathname);
  return {
    pattern: null,
    isApi,
    isFile: false,
    access: isApi ? null : { kind: 'visitor' },
    limit: defaultLimit(isApi),
    answerWithinMs: null,
  };
};

/** Says of every request what is known of its route. */
export function addRouteFacts(http: Http): void {
  const known = new WeakMap<object, RouteFacts>();
  http.decorateRequest('facts');
  http.addHook('onRequest', (request, _reply, done) => {
    // Fastify puts these together anew each time that they are asked for.
    const options = request.routeOptions;
    let facts = known.get(options.config) ?? null;
    if (facts === null) {
      facts = factsOf(options);
      if (facts !== null) known.set(options.config, facts);
    }
    request.facts = facts ?? factsOfNone(request);
    done();
  });
}
