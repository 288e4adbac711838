import { parseCacheControl } from './cache-control.ts';
import { headerLines, type HeaderLines } from './header-list.ts';

/** Headers with which caches mark their own answers. */
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

/** The lines that show an answer from a cache: an age above 0 (RFC 9111 section 5.1), or a mark. */
export function fromCacheLines(lines: HeaderLines): HeaderLines {
  const aged = headerLines(lines, 'Age').filter(([, value]) => Number.parseInt(value, 10) > 0);
  const marked = cacheMarks.flatMap((name) => headerLines(lines, name)).filter(([, value]) => stored.test(value));
  // Varnish adds the id of the request that filled the cache where it answers from it.
  const twoIds = headerLines(lines, 'X-Varnish').filter(([, value]) => /^\d{1,20} \d{1,20}$/.test(value.trim()));
  return [...aged, ...marked, ...twoIds];
}

/** The lines that show a shared cache at work or allowed to work on a response. */
export function sharedCacheLines(lines: HeaderLines): HeaderLines {
  const control = parseCacheControl(lines).value;
  // A missing or malformed number of seconds allows nothing (RFC 9111 section 4.2.1).
  const isShared = control.has('public') || Number.parseInt(control.get('s-maxage') ?? '', 10) > 0;
  const allowed = isShared ? headerLines(lines, 'Cache-Control') : [];
  return [...allowed, ...fromCacheLines(lines)];
}
