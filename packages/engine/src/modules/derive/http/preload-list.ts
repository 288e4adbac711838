import type { HttpEvidence, HttpPreload } from '../../../evidence/http/schema.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { failedWhy, type Why, whyBy } from '../../../evidence/causes/cause.ts';

/** Age in days from which a missing entry proves nothing: Chromium releases the list with every version, about monthly. */
export const maxPreloadDays = 90;

/** What the operator's HSTS preload list says of a host. */
export type Listing =
  | { state: 'listed'; by: string; subdomains: boolean; list: string }
  | { state: 'not-listed'; list: string }
  | { state: 'unknown'; isOff: boolean; why: Why };

const listText = ({ file, date }: HttpPreload): string => `${file} of ${date}`;

/** Whether browsers use https only for a host because the list contains it, or a parent with includeSubDomains. */
export function listingOf(host: string, { preload }: HttpEvidence, startedAtMs: number): Listing {
  if (preload === undefined) return { state: 'unknown', isOff: true, why: whyBy('preload-uncompared') };
  if (!preload.known) {
    const isOff = preload.failure.reason === 'not-tested';
    return { state: 'unknown', isOff, why: failedWhy(preload.failure) };
  }
  const list = listText(preload.value);
  const found = preload.value.hosts.find((one) => one.host === host);
  if (found === undefined) return { state: 'unknown', isOff: false, why: whyBy('preload-unasked', { host, list }) };
  if (found.entry !== null) {
    const { name, includeSubdomains } = found.entry;
    return { state: 'listed', by: name, subdomains: includeSubdomains, list };
  }
  return daysSince(preload.value.date, startedAtMs) < maxPreloadDays
    ? { state: 'not-listed', list }
    : {
        state: 'unknown',
        isOff: false,
        why: whyBy('preload-outdated', { list, host }),
      };
}
