import { combinedValue, headerLines, type HeaderLines } from './header-list.ts';

/** Headers by which caches say that they answered themselves. */
const cacheMarks = [
  'X-Cache',
  'CF-Cache-Status',
  'X-Cache-Status',
  'X-Proxy-Cache',
  'Cache-Status',
  'X-Drupal-Cache',
  'X-Varnish-Cache',
  'X-Vercel-Cache',
  'X-LiteSpeed-Cache',
  'X-FastCGI-Cache',
  'X-Nginx-Cache',
  'X-Kinsta-Cache',
  'CDN-Cache',
];

/** Words for an answer that was stored, fresh or not; some caches join them to others (TCP_HIT, RefreshHit). */
const stored = /(?:^|[^a-z]|refresh)hit(?![a-z])|\b(?:stale|updating|revalidated)\b/i;

/** Varnish adds the id of the request that filled the cache where it answers from it. */
const hasTwoIds = (headers: HeaderLines): boolean =>
  headerLines(headers, 'X-Varnish').some(([, value]) => /^\d{1,20} \d{1,20}$/.test(value.trim()));

/** Whether a cache answered: an age above 0 (RFC 9111 section 5.1), or a mark that says so. */
export function isFromCache(headers: HeaderLines): boolean {
  const age = Number.parseInt(combinedValue(headers, 'Age') ?? '0', 10);
  const isMarked = cacheMarks.some((name) => headerLines(headers, name).some(([, value]) => stored.test(value)));
  return age > 0 || isMarked || hasTwoIds(headers);
}

/** The lines by which a cache says that it answered. */
export const quoteCache = (headers: HeaderLines): string[] =>
  ['Age', ...cacheMarks, 'X-Varnish'].flatMap((name) =>
    headerLines(headers, name).map(([sent, value]) => `${sent}: ${value}`.slice(0, 200)),
  );
