import type { PreloadRule } from '@perimeter/protocols/http/policies/hsts-effect';

/** How a domain violates each requirement of hstspreload.org. */
export const preloadRules: Readonly<Record<PreloadRule, string>> = {
  'registrable-domain': 'the domain is not a registrable domain',
  certificate: 'browsers do not trust the certificate of the domain',
  'www-certificate': 'browsers do not trust the certificate of the www name, or it has no HTTPS',
  'http-redirect': 'http does not redirect to https on the same host first',
  'one-header': 'the header is not sent exactly once',
  'max-age': 'max-age is below 31536000',
  'include-subdomains': 'includeSubDomains is missing',
  preload: 'preload is missing',
};
