import { combinedValue, headerLines } from '@perimeter/protocols/http/headers/header-list';
import type { HttpResponse } from '../../../evidence/http/schema.ts';

/** Headers by which caches say that they answered themselves. */
const cacheMarks = [
  'X-Cache',
  'CF-Cache-Status',
  'X-Cache-Status',
  'X-Proxy-Cache',
  'Cache-Status',
  'X-Drupal-Cache',
  'X-Varnish-Cache',
];

/** Whether a cache answered: an age above 0 (RFC 9111 section 5.1), or a mark that says so. */
export function isFromCache({ headers }: HttpResponse): boolean {
  const age = Number.parseInt(combinedValue(headers, 'Age') ?? '0', 10);
  return age > 0 || cacheMarks.some((name) => headerLines(headers, name).some(([, value]) => /\bhit\b/i.test(value)));
}

/** The lines by which a cache says that it answered. */
export const quoteCache = ({ headers }: HttpResponse): string[] =>
  ['Age', ...cacheMarks].flatMap((name) =>
    headerLines(headers, name).map(([sent, value]) => `${sent}: ${value}`.slice(0, 200)),
  );

/** Whether a cache on the way may answer with it (RFC 9111 sections 5.2.2.4 to 5.2.2.7). */
export const mayBeStored = ({ headers }: HttpResponse): boolean =>
  !/(?:^|,)\s*(?:no-store|no-cache|private|max-age=0)\b/i.test(combinedValue(headers, 'Cache-Control') ?? '');
