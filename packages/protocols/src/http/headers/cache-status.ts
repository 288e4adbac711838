import { parseCacheControl } from './cache-control.ts';
import { headerLines, type HeaderLines } from './header-list.ts';

/** Headers in which caches say that they answered from their store. */
const statusHeaders = [
  'X-Cache',
  'CF-Cache-Status',
  'X-Proxy-Cache',
  'X-Cache-Status',
  'X-Nginx-Cache',
  'X-Drupal-Cache',
];

/** The lines that show a shared cache at work or allowed to work on a response. */
export function sharedCacheLines(lines: HeaderLines): HeaderLines {
  const control = parseCacheControl(lines).value;
  const allowed = control.has('public') || control.has('s-maxage') ? headerLines(lines, 'Cache-Control') : [];
  const aged = headerLines(lines, 'Age').filter(([, value]) => /^0*[1-9]\d*$/.test(value));
  const hits = statusHeaders.flatMap((name) => headerLines(lines, name)).filter(([, value]) => /\bhit\b/i.test(value));
  // RFC 9211 section 2: the parameter hit stands beside the name of each cache.
  const standard = headerLines(lines, 'Cache-Status').filter(([, value]) => /;\s?hit\b/i.test(value));
  return [...allowed, ...aged, ...hits, ...standard];
}
