/** The longest Retry-After that is obeyed, in milliseconds: a pipeline should not sleep for hours. */
const maxRetryAfterMs = 5 * 60_000;

/** Attempts per request. */
export const maxAttempts = 6;

const base = { firstMs: 500, mostMs: 30_000 };

/** Statuses after which the same request may succeed (RFC 9110 section 15, RFC 6585 section 4). */
export const isTransient = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** Retry-After in milliseconds: seconds or a date (RFC 9110 section 10.2.3); null without one. */
export function retryAfterMs(field: string | null, nowMs: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/u.test(field.trim())) return Number(field) * 1000;
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/**
 * The pause before the next attempt: random up to a limit that doubles each time, so that many pipelines do not retry
 * at once, added to the service's Retry-After. Null: give up.
 */
export function pauseMs(attempt: number, askedMs: number | null, random: () => number): number | null {
  if (attempt + 1 >= maxAttempts || (askedMs !== null && askedMs > maxRetryAfterMs)) return null;
  const spread = Math.round(random() * Math.min(base.mostMs, base.firstMs * 2 ** attempt));
  return (askedMs ?? 0) + spread;
}
