import type { AuditEvidence } from '../../evidence/evidence.ts';
import { browserLimitBytes, largestMessageOf } from '../../evidence/tls/answer-size.ts';
import { isOwnUrl } from '../../evidence/site/own.ts';
import { unreadDocument } from '../../evidence/site/document/unread.ts';
import { refusingAddresses } from '../site/without-site.ts';
import { standIn } from '../site/stand-in.ts';
import { openPlaces } from './open-places.ts';
import type { Circumstance } from '../../scoring/policy.data.ts';

/** http:// answers on the target, each of its addresses refuses port 443 (RST to our SYN), and nothing leads to https at another port: the site has no HTTPS. */
function isHttpOnly({ tls, http, target }: AuditEvidence): boolean {
  const web = tls?.endpoints.filter(({ port }) => port === 443) ?? [];
  const isRefused = web.length > 0 && web.every(({ unreachable }) => unreachable?.reason === 'refused');
  const answered = (http?.exchanges ?? []).filter(({ purpose, result }) => result.ok && purpose !== 'sibling');
  const isOverHttps = answered.some(({ url }) => url.startsWith('https:') && isOwnUrl(target, new URL(url)));
  return isRefused && !isOverHttps && answered.some(({ url }) => url.startsWith('http:'));
}

/** Every web address with TLS sends larger messages than browsers accept: nobody reaches the site over HTTPS. */
function isTooLargeForBrowsers({ tls }: AuditEvidence): boolean {
  const web = tls?.endpoints.filter(({ port, speaksTls }) => port === 443 && speaksTls) ?? [];
  return web.length > 0 && web.every((endpoint) => (largestMessageOf(endpoint) ?? 0) > browserLimitBytes);
}

/** What scoring has to know that no check states. */
export function circumstancesOf(evidence: AuditEvidence): Circumstance[] {
  const open = openPlaces(evidence);
  return [
    ...(isHttpOnly(evidence) ? (['http-only'] as const) : []),
    ...(isTooLargeForBrowsers(evidence) ? (['answer-too-large'] as const) : []),
    ...(open.some(({ unseen }) => unseen !== true) ? (['open-address'] as const) : []),
    ...(open.length > 0 ? (['unseen-address'] as const) : []),
    ...(refusingAddresses(evidence).length > 0 ? (['web-refused'] as const) : []),
    ...(unreadDocument(evidence) === null ? [] : (['document-unread'] as const)),
    ...(standIn(evidence) === null ? [] : (['stand-in'] as const)),
  ];
}
