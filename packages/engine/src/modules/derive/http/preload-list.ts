import { failureText } from '../../../evidence/failure-text.ts';
import type { HttpEvidence, HttpPreload } from '../../../evidence/http/schema.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { type Why, whyOf } from '../../../evidence/causes/cause.ts';

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
  if (preload === undefined)
    return { state: 'unknown', isOff: true, why: whyOf('not-reached', 'Not compared with the HSTS preload list') };
  if (!preload.known) {
    const isOff = preload.failure.reason === 'not-tested';
    return { state: 'unknown', isOff, why: whyOf(preload.failure, failureText(preload.failure)) };
  }
  const list = listText(preload.value);
  const found = preload.value.hosts.find((one) => one.host === host);
  if (found === undefined)
    return { state: 'unknown', isOff: false, why: whyOf('not-reached', `${host} was not looked up in ${list}`) };
  if (found.entry !== null) {
    const { name, includeSubdomains } = found.entry;
    return { state: 'listed', by: name, subdomains: includeSubdomains, list };
  }
  return daysSince(preload.value.date, startedAtMs) < maxPreloadDays
    ? { state: 'not-listed', list }
    : {
        state: 'unknown',
        isOff: false,
        why: whyOf('old-list', `The HSTS preload list is outdated (${list}) and does not hold ${host}`),
      };
}
