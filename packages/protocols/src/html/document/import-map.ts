import type { Reference } from './resources.ts';
import { isSpecifiedUrl } from './script-references.ts';
import { jsonOrNull } from '../../json.ts';

/** No honest map has more entries. */
const maxEntries = 200;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** What an import map names (HTML, "parse an import map string"): the addresses of modules, and their hashes. */
export function importMapOf(text: string): { references: Reference[]; integrity: [url: string, hashes: string][] } {
  const map = new Map(entriesOf(jsonOrNull(text)));
  const lists = [map.get('imports'), ...entriesOf(map.get('scopes')).map(([, list]) => list)];
  const urls = lists
    .flatMap(entriesOf)
    .flatMap(([, url]) => (typeof url === 'string' && isSpecifiedUrl(url) ? [url] : []));
  return {
    // An address that ends in a slash is a prefix.
    references: [...new Set(urls)]
      .slice(0, maxEntries)
      .map((url) => ({ kind: 'script', text: url, as: url.endsWith('/') ? 'prefix' : 'import' })),
    integrity: entriesOf(map.get('integrity'))
      .slice(0, maxEntries)
      .flatMap(([url, hashes]): [string, string][] => (typeof hashes === 'string' ? [[url, hashes]] : [])),
  };
}
