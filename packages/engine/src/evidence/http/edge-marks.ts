import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import { type EdgeMark, edgeMarks } from './edge-marks.data.ts';

/** Whether a header line matches the mark. */
export function isMark({ headers, cookies = [] }: EdgeMark, name: string, value: string): boolean {
  const key = name.toLowerCase();
  if (headers.some((mark) => mark.name === key && (mark.value === undefined || mark.value.test(value)))) return true;
  if (key !== 'set-cookie') return false;
  const cookie = parseSetCookie(value).value?.name.toLowerCase();
  return cookie !== undefined && cookies.some((start) => cookie.startsWith(start));
}

/** Operators whose addresses front servers elsewhere; a static host or load balancer hides no origin. */
const networks: ReadonlySet<string> = new Set([
  'Cloudflare',
  'Amazon CloudFront',
  'Akamai',
  'Fastly',
  'Azure Front Door',
  'Imperva',
  'Sucuri',
  'F5 Distributed Cloud',
  'DDoS-Guard',
  'Qrator',
  'StackPath',
  'KeyCDN',
  'bunny.net',
  'CDN77',
  'Gcore',
  'Edgio',
  'Alibaba Cloud CDN',
  'Tencent Cloud EdgeOne',
]);

/** The CDN or proxy network that the headers identify; null: none. */
export const edgeNetworkOf = (headers: HeaderLines): string | null =>
  edgeMarks.find((mark) => networks.has(mark.name) && headers.some(([name, value]) => isMark(mark, name, value)))
    ?.name ?? null;
