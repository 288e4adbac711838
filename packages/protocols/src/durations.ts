/** An hour in milliseconds. */
export const hourMs = 3_600_000;

/** A day in milliseconds, without leap seconds. */
export const dayMs = 24 * hourMs;

/** Whole days from a date (YYYY-MM-DD), such as that of a list, to a moment; 0 where the date is later. */
export const daysSince = (date: string, atMs: number): number =>
  Math.max(0, Math.floor((atMs - Date.parse(date)) / dayMs));
