import type { FastifyRequest } from 'fastify';
import type { Http } from '../http/http.ts';
import type { Access } from './access/access.ts';
import type { LimitPolicy } from '../rate-limits/policies.data.ts';
import { requestUrl } from './request-url.ts';

/** What hooks need of the matched route, computed once per route. */
export interface RouteFacts {
  /** The route's pattern; null if no route matched. */
  pattern: string | null;
  isApi: boolean;
  /** The route serves a file that people open from a page: browsers get its errors as pages. */
  isFile: boolean;
  /** Null if the route does not declare it. */
  access: Access | null;
  /** Null where requests are not counted. */
  limit: LimitPolicy | null;
  /** How long an answer may take, in milliseconds; null: the default. */
  answerWithinMs: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RouteFacts;
  }
  interface FastifyContextConfig {
    /** The limit that requests to the route count against; null: they are not counted. */
    limit?: LimitPolicy | null;
    /** How long an answer of the route may take, in milliseconds, if longer than the default. */
    answerWithinMs?: number;
    /** True for a route of the API that pages link to as a file. */
    isFile?: boolean;
  }
}

const isUnderApi = (path: string): boolean => path.startsWith('/api/');
const defaultLimit = (isApi: boolean): LimitPolicy => (isApi ? 'other' : 'pages');

/** The limit of a route from its configuration; null if requests are not counted. */
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

// By the matched route instead of the request target, which can be an absolute URL or contain escapes.
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

/** Sets the facts of its route on every request. */
export function addRouteFacts(http: Http): void {
  const known = new WeakMap<object, RouteFacts>();
  http.decorateRequest('facts');
  http.addHook('onRequest', (request, _reply, done) => {
    // Read once: Fastify builds this object anew at each access.
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
