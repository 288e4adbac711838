import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { type Why, whyBy, whyAs, joinedWhy, unansweredAt } from '../causes/cause.ts';
import { failureText } from '../failure-text.ts';
import type { HttpChain, HttpEvidence, HttpExchange } from './schema.ts';

/** Most characters of a target's URL that a sentence quotes. */
const maxUrlCharacters = 200;

const shown = (url: string): string =>
  url.length <= maxUrlCharacters ? url : `${url.slice(0, maxUrlCharacters)}… (${url.length - maxUrlCharacters} more)`;

function badLocation({ url, result }: HttpExchange): Why {
  const locations = [...new Set(result.ok ? headerValues(result.response.headers, 'Location') : [])];
  const [location = ''] = locations;
  if (locations.length > 1) return whyBy('locations-differ', { url: shown(url), count: locations.length });
  return location === ''
    ? whyBy('location-empty', { url: shown(url) })
    : whyBy('location-unfollowed', { url: shown(url), location: shown(location) });
}

/** Why a chain ended before a document; null where it did not. */
export function deadEnd({ ended, hops }: HttpChain, exchanges: readonly HttpExchange[]): Why | null {
  const find = (id: string | undefined): HttpExchange | undefined => exchanges.find((exchange) => exchange.id === id);
  const [last, before] = [find(hops.at(-1)), find(hops.at(-2))];
  if (ended === 'final' || last === undefined) return null;
  const { result } = last;
  switch (ended) {
    case 'bad-location':
      return badLocation(last);
    case 'blocked':
      return whyAs(result.ok ? 'page' : ['page', result.failure], 'target-unasked', {
        target: `${before === undefined ? '' : `${shown(before.url)} redirects to `}${shown(last.url)}`,
        failure: result.ok ? '' : failureText(result.failure),
      });
    case 'failed':
      return result.ok
        ? whyBy('page-unanswered', { url: shown(last.url) })
        : unansweredAt(shown(last.url), result.failure);
    case 'loop':
      return whyBy('redirects-loop', { url: shown(last.url) });
    case 'too-many-redirects':
      return whyBy('redirects-too-many', { count: hops.length - 1, url: shown(last.url) });
  }
}

/** Why no chain led to a document, each reason once, limited in number. */
export function deadEnds({ chains, exchanges }: HttpEvidence): Why {
  const ends = chains.flatMap((chain) => deadEnd(chain, exchanges) ?? []);
  const [first = whyBy('document-unread'), ...others] = new Map(ends.map((end) => [end.reason, end])).values();
  return joinedWhy(first, ...others.slice(0, 2));
}
