import { monthNames } from '../words.ts';

/** "7 May 2026", in UTC. */
export function longDate(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** "10:12", in UTC. */
export const clock = (epochMs: number): string => new Date(epochMs).toISOString().slice(11, 16);

/** A date, with the time if another one is on the same day. */
export const tellingDate = (epochMs: number, others: readonly number[]): string =>
  others.some((other) => longDate(other) === longDate(epochMs))
    ? `${longDate(epochMs)}, ${clock(epochMs)} UTC`
    : longDate(epochMs);
