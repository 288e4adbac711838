import type { HttpEvidence } from '../../evidence/http/schema.ts';
import { type Observed, seen, untested } from '../../evidence/observed.ts';

/**
 * Median of the servers' Date fields minus the machine's clock, in whole seconds; accurate because the exchanges are
 * recent. The audit's pinned clock is not used.
 */
export function clockSkewOf(http: Pick<HttpEvidence, 'exchanges'> | undefined, nowMs: number): Observed<number> {
  const skews = (http?.exchanges ?? [])
    .flatMap(({ result }) => (result.ok ? result.response.headers : []))
    .filter(([name]) => name.toLowerCase() === 'date')
    .map(([, value]) => Math.round((Date.parse(value) - nowMs) / 1000))
    .filter((seconds) => Number.isFinite(seconds))
    .toSorted((a, b) => a - b);
  const median = skews[Math.floor(skews.length / 2)];
  return median === undefined ? untested('no-server-time') : seen(median);
}
