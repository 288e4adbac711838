import type { CookieRejection } from '@perimeter/protocols/http/cookies/store-cookie';

/** Why browsers drop a cookie, in a few words. */
export const rejectionWords: Readonly<Record<CookieRejection, string>> = {
  'control-character': 'control character in the line',
  empty: 'neither name nor value',
  'too-large': 'larger than 4,096 bytes',
  'nameless-prefix': 'no name, and a value with a reserved prefix',
  'domain-not-ascii': 'Domain is not ASCII',
  'domain-public-suffix': 'Domain is a public suffix',
  'domain-mismatch': 'Domain does not match the host',
  'secure-over-http': 'Secure, but sent over http',
  'same-site-none-without-secure': 'SameSite=None without Secure',
  'partitioned-without-secure': 'Partitioned without Secure',
  'secure-prefix': '__Secure- needs Secure',
  'host-prefix': '__Host- needs Secure, Path=/ and no Domain',
  'http-prefix': '__Http- needs Secure and HttpOnly',
  'host-http-prefix': '__Host-Http- needs Secure, HttpOnly, Path=/ and no Domain',
};
