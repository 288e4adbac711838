/** Maximum time that an answer is held, in seconds. */
export const maxWaitSeconds = 25;

/** Seconds of the wait preference (RFC 7240 section 4.3), at most 25; null if absent or invalid. */
export function waitPreference(prefer: string | string[] | undefined): number | null {
  if (prefer === undefined) return null;
  const preferences = [prefer].flat().join(',').split(',');
  for (const preference of preferences) {
    // RFC 7240 section 2: parameters after a semicolon belong to the preference; of repeated preferences the first
    // counts.
    const [, value] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (value !== undefined) return Math.min(Number(value), maxWaitSeconds);
  }
  return null;
}
