import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Http } from '../http.ts';
import { type Principal, principalKey } from '../principal.ts';
import type { Counted, CountRequest } from './rate-limit-counters.ts';
import { type LimitPolicy, limitPolicies, windowSeconds } from './rate-limit-policies.data.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that the route's requests count against. */
    limit?: LimitPolicy;
  }
}

/** The limit of a route by what it is configured with; null where requests are not counted. */
export function limitOf(route: {
  url?: string | undefined;
  config?: { limit?: LimitPolicy } | undefined;
}): LimitPolicy | null {
  return route.config?.limit ?? (route.url?.startsWith('/api/') === true ? 'other' : null);
}

const quotaOf = (policy: LimitPolicy, principal: Principal): number =>
  limitPolicies[policy][principal.kind === 'account' ? principal.plan : 'anonymous'];

/** Whole seconds that are never too few: who waits so long finds the window open. */
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/** RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10 sections 3 and 4). */
export const limitHeaders = (policy: LimitPolicy, { quota, remaining, resetMs }: Counted): Record<string, string> => ({
  'ratelimit-policy': `"${policy}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${policy}";r=${remaining};t=${secondsOf(resetMs)}`,
});

async function decide(count: CountRequest, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = limitOf(request.routeOptions);
  if (policy === null) return;
  const counted = await count(policy, quotaOf(policy, request.principal), principalKey(request.principal));
  reply.headers(limitHeaders(policy, counted));
  if (counted.allowed) return;
  throw new AppError('rate_limited', {
    detail: `At most ${counted.quota} of these requests in ${windowSeconds} seconds`,
    headers: { 'retry-after': String(secondsOf(counted.resetMs)) },
  });
}

/**
 * Counts every request of a limited route by account or network, and answers 429 beyond the quota. Runs once the caller
 * is known and before the body is read.
 */
export function addRateLimit(http: Http, count: CountRequest): void {
  http.addHook('onRequest', async (request, reply) => decide(count, request, reply));
}
