import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { type Principal, principalKey } from '../credentials/principal.ts';
import type { Counted, CountRequest } from '../rate-limits/counters.ts';
import { type LimitPolicy, limitPolicies, windowSeconds } from '../rate-limits/policies.data.ts';
import { settleHook } from './settle-hook.ts';

const quotaOf = (policy: LimitPolicy, principal: Principal): number =>
  limitPolicies[policy][principal.kind === 'account' ? principal.plan : 'anonymous'];

/** Seconds, rounded up, so that a caller who waits this long finds the window open. */
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/** RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10 sections 3 and 4). */
export const limitHeaders = (policy: LimitPolicy, { quota, remaining, resetMs }: Counted): Record<string, string> => ({
  'ratelimit-policy': `"${policy}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${policy}";r=${remaining};t=${secondsOf(resetMs)}`,
});

/** Sets the limit headers; returns the refusal if the quota is used up. */
function verdict(policy: LimitPolicy, counted: Counted, reply: FastifyReply): AppError | undefined {
  reply.headers(limitHeaders(policy, counted));
  return counted.allowed
    ? undefined
    : new AppError('rate_limited', {
        detail: `At most ${counted.quota} requests in ${windowSeconds} seconds`,
        headers: { 'retry-after': String(secondsOf(counted.resetMs)) },
      });
}

function decide(
  count: CountRequest,
  { facts: { limit }, principal }: Pick<FastifyRequest, 'facts' | 'principal'>,
  reply: FastifyReply,
): AppError | undefined | Promise<AppError | undefined> {
  if (limit === null) return undefined;
  const counting = count(limit, quotaOf(limit, principal), principalKey(principal));
  return counting instanceof Promise
    ? counting.then((counted) => verdict(limit, counted, reply))
    : verdict(limit, counting, reply);
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Takes this request back from the caller's starts, because it was a typing error. Does nothing if requests are not
     * counted.
     */
    spareStart: (reply: FastifyReply) => Promise<void>;
  }
}

/** Takes a start back and updates the headers, unless the caller has made too many typing errors. */
async function spare(
  count: CountRequest,
  { facts: { limit }, principal }: Pick<FastifyRequest, 'facts' | 'principal'>,
  reply: FastifyReply,
): Promise<void> {
  if (limit !== 'start') return;
  const caller = principalKey(principal);
  const { allowed } = await count('mistyped', quotaOf('mistyped', principal), caller);
  if (!allowed) return;
  reply.headers(limitHeaders(limit, await count.takeBack(limit, quotaOf(limit, principal), caller)));
}

/** If a proxy in front limits callers, there is nothing to take back. */
export function addNoRateLimit(http: Http): void {
  http.decorateRequest('spareStart', async () => undefined);
}

/**
 * Counts every request of a limited route by account or network, and answers 429 beyond the quota. Runs after the
 * caller is identified and before the body is read.
 */
export function addRateLimit(http: Http, count: CountRequest): void {
  http.decorateRequest('spareStart', async function spareStart(this: FastifyRequest, reply: FastifyReply) {
    await spare(count, this, reply);
  });
  http.addHook('onRequest', (request, reply, done) => settleHook(() => decide(count, request, reply), done));
}
