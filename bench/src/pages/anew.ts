import { severity } from '@perimeter/contract/finding';

const severities = severity.options;

/**
 * The whole report under a new URL: repeated severities (the digits of the turn) change the cache key, but not the
 * page.
 */
export function anew(path: string, turn: number): string {
  const digits = [...turn.toString(severities.length)].map((digit) => severities[Number(digit)]);
  return `${path}?${[...severities, ...digits].map((one) => `severity=${one}`).join('&')}`;
}
