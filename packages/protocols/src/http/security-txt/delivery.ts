import { dayMs } from '../../durations.ts';
import { siteOfHost } from '../../domain/name.ts';
import { parseContentType } from '../headers/media-type.ts';
import type { HeaderLines } from '../headers/header-list.ts';
import type { SecurityTxt } from './parse.ts';

/** What is wrong with how the file is served, or with its dates (RFC 9116 sections 3 and 6.7, and 2.5). */
export type DeliveryCode =
  | 'not-https'
  | 'not-found'
  | 'elsewhere'
  | 'content-type'
  | 'charset'
  | 'canonical-mismatch'
  | 'expired'
  | 'expires-far';

/** How the file was delivered. */
export interface Delivery {
  /** Where it was asked for, and where the answer came from after redirects. */
  asked: string;
  answered: string;
  status: number;
  lines: HeaderLines;
  /** The audit's start. */
  atMs: number;
}

const yearMs = 366 * dayMs;

const siteOf = (url: URL): string => siteOfHost(url.hostname);

function transportCodes({ asked, answered, status, lines }: Delivery): DeliveryCode[] {
  const [from, to] = [new URL(asked), new URL(answered)];
  const codes: DeliveryCode[] = [];
  if (to.protocol !== 'https:') codes.push('not-https');
  if (status !== 200) codes.push('not-found');
  if (siteOf(from) !== siteOf(to)) codes.push('elsewhere');
  const { value } = parseContentType(lines);
  if (value?.essence !== 'text/plain') codes.push('content-type');
  else if (value.parameters.get('charset')?.toLowerCase() !== 'utf-8') codes.push('charset');
  return codes;
}

/** A canonical address is compared as written, after normalization as a URL. */
const sameUrl = (text: string, url: string): boolean => URL.canParse(text) && new URL(text).href === new URL(url).href;

/** All problems of delivery and dates. */
export function deliveryCodes(delivery: Delivery, { canonical, expires }: SecurityTxt): DeliveryCode[] {
  const { asked, answered, atMs } = delivery;
  const codes = transportCodes(delivery);
  if (canonical.length > 0 && !canonical.some((text) => sameUrl(text, asked) || sameUrl(text, answered)))
    codes.push('canonical-mismatch');
  if (expires !== null && expires <= atMs) codes.push('expired');
  // RFC 9116 section 2.5.5 recommends less than a year.
  if (expires !== null && expires - atMs > yearMs) codes.push('expires-far');
  return codes;
}
