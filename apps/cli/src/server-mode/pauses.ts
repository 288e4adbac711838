/** A refusal to wait longer than this is final: a pipeline does not sleep for hours. */
const maxRetryAfterMs = 5 * 60_000;

/** Attempts at one request. */
export const maxAttempts = 6;

const base = { firstMs: 500, mostMs: 30_000 };

/** Statuses after which the same request can succeed (RFC 9110 section 15, RFC 6585 section 4). */
export const isTransient = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** Retry-After in milliseconds: seconds or a date (RFC 9110 section 10.2.3); null where there is none. */
export function retryAfterMs(field: string | null, nowMs: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/u.test(field.trim())) return Number(field) * 1000;
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/**
 * How long to wait before the next attempt: anything up to twice as much each time, so that many pipelines do not come back
 * together; on top of what the service asks for. Null: give up.
 */
export function pauseMs(attempt: number, askedMs: number | null, random: () => number): number | null {
  if (attempt + 1 >= maxAttempts || (askedMs !== null && askedMs > maxRetryAfterMs)) return null;
  const spread = Math.round(random() * Math.min(base.mostMs, base.firstMs * 2 ** attempt));
  return (askedMs ?? 0) + spread;
}
