import { octetsOf } from './octets.ts';

/** The claims of a token (RFC 7519 section 3). */
const claims = /^eyJ[\w-]{5,2000}\.(eyJ[\w-]{5,8000})\.[\w-]{0,2000}$/;

function endOfToken(value: string): number | null {
  const [, payload] = claims.exec(value.replace(/^Bearer\s+/i, '')) ?? [];
  const text = octetsOf((payload ?? '').replaceAll('-', '+').replaceAll('_', '/')) ?? '';
  const [, seconds] = /"exp"\s{0,4}:\s{0,4}(\d{9,11})(?![\d.])/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** A shared access signature of Azure: of storage with a date, of Service Bus with seconds. */
function endOfSignature(value: string): number | null {
  const pairs = value.replace(/^(?:SharedAccessSignature\s+|https:\/\/[^\s?@]{1,2000}\?|\?)/i, '').split('&');
  const query = new Map(pairs.map((pair) => [pair.replace(/=.*$/s, ''), pair.replace(/^[^=]*=?/, '')] as const));
  const end = query.get('se')?.replaceAll(/%3a/gi, ':') ?? '';
  if (!query.has('sig') || !(query.has('sv') || query.has('sr'))) return null;
  if (/^\d{9,11}$/.test(end)) return Number(end) * 1_000;
  return /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(end) ? Date.parse(end) : null;
}

/** When a whole value expires by itself, in milliseconds; null where it states no time. */
export function endOf(value: string): number | null {
  const end = endOfToken(value.trim()) ?? endOfSignature(value.trim());
  return end === null || !Number.isFinite(end) || end > 8.64e15 ? null : end;
}
