import { counted } from './text.ts';

/** Seconds of a day without leap seconds. */
export const secondsPerDay = 86_400;

/** A moment in epoch seconds in RFC 3339 form; targets may send moments beyond any calendar. */
export function iso(epochSeconds: number): string {
  const moment = new Date(epochSeconds * 1_000);
  return Number.isNaN(moment.getTime())
    ? `${epochSeconds} seconds after 1970`
    : moment.toISOString().replace('.000Z', 'Z');
}

/** A duration in days, below two days in hours, below two hours in minutes, below two minutes in seconds; rounded down. */
export function span(seconds: number): string {
  if (seconds >= 2 * secondsPerDay) return counted(Math.floor(seconds / secondsPerDay), 'day');
  if (seconds >= 7_200) return counted(Math.floor(seconds / 3_600), 'hour');
  if (seconds >= 120) return counted(Math.floor(seconds / 60), 'minute');
  return counted(Math.floor(seconds), 'second');
}
