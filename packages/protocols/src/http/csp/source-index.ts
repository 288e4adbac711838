import type { Source, SourceList } from './sources.ts';

interface Placed {
  source: Source;
  place: number;
}

/** Up to this length, searching a list is faster than indexing it. */
const shortList = 16;

const indexes = new WeakMap<SourceList, ReadonlyMap<string, readonly Placed[]>>();

/** The key under which a source is found; null: no URL matches it. */
function keyOf(source: Source): string | null {
  if (source.kind === 'host') return source.host;
  if (source.kind === 'scheme') return `${source.scheme}:`;
  return source.kind === 'keyword' ? `'${source.keyword}'` : null;
}

function indexOf(list: SourceList): ReadonlyMap<string, readonly Placed[]> {
  const known = indexes.get(list);
  if (known !== undefined) return known;
  const index = new Map<string, Placed[]>();
  for (const [place, source] of list.entries()) {
    const key = keyOf(source);
    if (key === null) continue;
    const same = index.get(key);
    if (same === undefined) index.set(key, [{ source, place }]);
    else same.push({ source, place });
  }
  indexes.set(list, index);
  return index;
}

/** The keys of sources that may match a URL: its host and every wildcard that covers it, its scheme and the insecure form of that. */
function keysFor({ hostname, protocol }: URL): string[] {
  const labels = hostname.split('.');
  const wildcards = labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join('.')}`);
  return [hostname, ...wildcards, '*', protocol, protocol.replace(/s:$/, ':'), "'self'"];
}

/** The sources of a list that may match a URL, in their order: policies with thousands of hosts are tested with each of them. */
export function sourcesFor(list: SourceList, url: URL): SourceList {
  if (list.length <= shortList) return list;
  const index = indexOf(list);
  const placed = [...new Set(keysFor(url))].flatMap((key) => index.get(key) ?? []);
  return placed.toSorted((a, b) => a.place - b.place).map(({ source }) => source);
}
