import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { responseBy, type Why, whyOf } from '../causes/cause.ts';
import { failureText, responseText } from '../failure-text.ts';
import type { HttpChain, HttpEvidence, HttpExchange } from './schema.ts';

/** Most characters of a target's URL that a sentence quotes. */
const maxUrlCharacters = 200;

const shown = (url: string): string =>
  url.length <= maxUrlCharacters ? url : `${url.slice(0, maxUrlCharacters)}… (${url.length - maxUrlCharacters} more)`;

function badLocation({ url, result }: HttpExchange): string {
  const locations = [...new Set(result.ok ? headerValues(result.response.headers, 'Location') : [])];
  const [location = ''] = locations;
  if (locations.length > 1) return `${shown(url)} redirects to ${locations.length} different locations`;
  return `${shown(url)} redirects to ${location === '' ? 'an empty Location' : shown(location)}, which browsers do not follow`;
}

/** Why a chain ended before a document; null where it did not. */
export function deadEnd({ ended, hops }: HttpChain, exchanges: readonly HttpExchange[]): Why | null {
  const find = (id: string | undefined): HttpExchange | undefined => exchanges.find((exchange) => exchange.id === id);
  const [last, before] = [find(hops.at(-1)), find(hops.at(-2))];
  if (ended === 'final' || last === undefined) return null;
  const { result } = last;
  switch (ended) {
    case 'bad-location':
      return whyOf('page', badLocation(last));
    case 'blocked':
      return whyOf(
        result.ok ? 'page' : ['page', result.failure],
        `${before === undefined ? '' : `${shown(before.url)} redirects to `}${shown(last.url)}, which was not requested (${result.ok ? '' : failureText(result.failure)})`,
      );
    case 'failed':
      return whyOf(
        result.ok ? 'silence' : responseBy(result.failure),
        `${shown(last.url)} ${result.ok ? 'did not answer' : responseText(result.failure)}`,
      );
    case 'loop':
      return whyOf('page', `The redirects from ${shown(last.url)} form a loop`);
    case 'too-many-redirects':
      return whyOf('budget', `More than ${hops.length - 1} redirects, the last from ${shown(last.url)}`);
  }
}

/** Why no chain led to a document, each reason once, limited in number. */
export function deadEnds({ chains, exchanges }: HttpEvidence): Why {
  const ends = chains.flatMap((chain) => deadEnd(chain, exchanges) ?? []);
  const reasons = [...new Set(ends.map(({ reason }) => reason))].slice(0, 3);
  return whyOf(ends.length === 0 ? 'page' : ends.filter(({ reason }) => reasons.includes(reason)), reasons.join('; '));
}
