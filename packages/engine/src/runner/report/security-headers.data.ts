/** A security header, its expected value, and its checks: ids, or id prefixes that end with a hyphen. */
export interface SecurityHeader {
  name: string;
  expected: string;
  checks: readonly string[];
}

/** The headers of a document that checks judge, most important first. */
export const securityHeaders: readonly SecurityHeader[] = [
  {
    name: 'Strict-Transport-Security',
    expected: 'max-age of a year or more, includeSubDomains',
    checks: ['hsts-'],
  },
  {
    name: 'Content-Security-Policy',
    expected: "scripts by nonce or hash; base-uri and object-src 'none'",
    checks: ['csp-'],
  },
  { name: 'X-Content-Type-Options', expected: 'nosniff', checks: ['hdr-nosniff'] },
  {
    name: 'X-Frame-Options',
    expected: 'DENY, SAMEORIGIN, or frame-ancestors of the CSP',
    checks: ['hdr-clickjacking', 'hdr-xfo-invalid'],
  },
  { name: 'Referrer-Policy', expected: 'strict-origin-when-cross-origin or stricter', checks: ['hdr-referrer-'] },
  { name: 'Permissions-Policy', expected: 'no powerful feature for every origin', checks: ['hdr-permissions-'] },
  { name: 'Cross-Origin-Opener-Policy', expected: 'same-origin', checks: ['iso-coop-'] },
  {
    name: 'Cross-Origin-Embedder-Policy',
    expected: 'require-corp or credentialless, if isolation is needed',
    checks: ['iso-coep-'],
  },
  { name: 'Cross-Origin-Resource-Policy', expected: 'same-origin or same-site', checks: ['iso-corp-'] },
  { name: 'Content-Type', expected: 'media type with charset', checks: ['hdr-content-type'] },
  { name: 'Cache-Control', expected: 'no-store for private content', checks: ['hdr-cache-'] },
];
