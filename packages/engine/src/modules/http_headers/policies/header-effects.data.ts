import type { ReferrerPolicy } from '@perimeter/protocols/http/policies/referrer-policy';

/**
 * What each policy that shows paths and queries to other sites discloses. `origin` and `origin-when-cross-origin`
 * differ from the browsers' default only in the host name, which a site over plain HTTP receives too.
 */
export const referrerWeaknesses: Partial<Record<ReferrerPolicy, string>> = {
  'unsafe-url': 'sends the full URL, with path and query, to every site, even over plain HTTP',
  'no-referrer-when-downgrade': 'sends the full URL, with path and query, to every HTTPS site',
};

/** How browsers treat an invalid X-Frame-Options. */
export const framingEffects = {
  ignored: 'Browsers ignore the header.',
  deny: 'Browsers block every frame, even from the same origin.',
  sameorigin: 'Current browsers treat it as SAMEORIGIN, older ones may not.',
};

/** Headers with a large effect that no checklist requires. */
export const powerfulHeaders: Readonly<Record<string, string>> = {
  'Origin-Agent-Cluster': 'requests a separate process for the origin',
  'Document-Policy': 'restricts the document',
  'X-DNS-Prefetch-Control': 'controls DNS prefetching',
  'X-Permitted-Cross-Domain-Policies': 'controls cross-domain access by PDF and Flash clients',
};

/** Features that access a visitor's surroundings, payments or devices. */
export const powerfulFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'display-capture',
  'clipboard-read',
];
