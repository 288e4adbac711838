import { jsonOrNull } from '../json.ts';

/** The registries of top-level domains, by their RDAP service. */
export interface RdapBootstrap {
  /** `YYYY-MM-DD`; null where the file has no date. */
  published: string | null;
  /** Base URL by top-level domain, ending in a slash. */
  services: ReadonlyMap<string, string>;
}

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const isSecure = (url: string): boolean => /^https:\/\/[^/?#@\s]+\/([^?#\s]*)$/.test(url) && URL.canParse(url);

/** RFC 9224 section 4: entries and URLs of one service; of several URLs, the one over HTTPS (RFC 7481 section 3.1). */
function pairsOf(service: unknown): [string, string][] {
  if (!Array.isArray(service)) return [];
  const [entries, urls] = [stringsIn(service[0]), stringsIn(service[1])];
  const url = urls.map((one) => (one.endsWith('/') ? one : `${one}/`)).find(isSecure);
  return url === undefined ? [] : entries.map((entry) => [entry.toLowerCase(), url]);
}

/** Reads a bootstrap file of domain registries (RFC 9224); null where it is none. */
export function parseRdapBootstrap(text: string): RdapBootstrap | null {
  const parsed = jsonOrNull(text);
  if (parsed === null || typeof parsed !== 'object' || !('services' in parsed) || !Array.isArray(parsed.services))
    return null;
  const services = new Map(parsed.services.flatMap(pairsOf));
  if (services.size === 0) return null;
  const publication = 'publication' in parsed && typeof parsed.publication === 'string' ? parsed.publication : '';
  return { published: /^\d{4}-\d\d-\d\d/.exec(publication)?.[0] ?? null, services };
}
