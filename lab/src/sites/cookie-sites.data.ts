import { html, redirect, type HeaderLine } from './site.ts';
import { hsts, markup, type PolicySite } from './policy-site.ts';

const set = (...lines: readonly string[]): readonly HeaderLine[] => lines.map((line) => ['Set-Cookie', line]);

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const unsigned = `${base64('{"alg":"none"}')}.${base64('{"sub":"lab"}')}.`;

const site = (
  host: string,
  what: string,
  headers: readonly HeaderLine[],
  http: readonly HeaderLine[] = [],
): PolicySite => ({
  what,
  site: {
    http: { '*': redirect(`https://${host}/`, http) },
    https: { '*': html(headers, markup(host, '<p>Text.</p>')) },
  },
});

const broadSession = set('sid=0f1e2d3c4b5a6978; Secure; HttpOnly; SameSite=Lax; Domain=cookies-broad.lab; Path=/');

/** Sites that set cookies, right and wrong. */
export const cookieSites: Readonly<Record<string, PolicySite>> = {
  'cookies-good.lab': site('cookies-good.lab', 'Cookies as they should be, in a response that caches may not keep', [
    hsts,
    ['Cache-Control', 'no-store'],
    ...set(
      '__Host-sid=c29tZS1yYW5kb20tdmFsdWU; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400',
      'csrftoken=a1b2c3d4e5f6; Secure; SameSite=Strict; Path=/',
      'lang=de; Secure; SameSite=Lax; Path=/',
    ),
  ]),
  'cookies-bare.lab': site('cookies-bare.lab', 'A session and two other cookies without attributes, and no HSTS', [
    ...set('PHPSESSID=0f1e2d3c4b5a69788796a5b4c3d2e1f0; path=/', 'lang=de; path=/', 'XSRF-TOKEN=a1b2c3d4e5f6; path=/'),
  ]),
  'cookies-hsts.lab': site('cookies-hsts.lab', 'A session without Secure under HSTS', [
    hsts,
    ...set('sid=0f1e2d3c4b5a6978; HttpOnly; SameSite=Lax; Path=/', 'id=1; SameSite=Yes; Secure; Path=/'),
  ]),
  'cookies-http.lab': site(
    'cookies-http.lab',
    'A session that is set on the redirect over http',
    [hsts, ...set('JSESSIONID=0F1E2D3C4B5A6978; Secure; HttpOnly; SameSite=Lax; Path=/')],
    set('JSESSIONID=0F1E2D3C4B5A6978; HttpOnly; SameSite=Lax; Path=/'),
  ),
  'cookies2.lab': site('cookies2.lab', 'Broken prefixes, BIG-IP, an unsigned JWT, readable JSON, public suffix, size', [
    hsts,
    ...set(
      '__Host-broken=1; Secure; Domain=cookies2.lab; Path=/',
      '__Secure-broken=1; Path=/',
      'wide=1; Secure; Domain=lab; Path=/',
      `large=${'x'.repeat(4_100)}; Secure; Path=/`,
      'cross=1; SameSite=None; Path=/',
      'BIGipServerpool=1677787402.36895.0000; Secure; Path=/',
      `token=${unsigned}; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=315360000`,
      `profile=${base64('{"email":"a@b.example","role":"admin"}')}; Secure; Path=/`,
    ),
  ]),
  'app.cookies-broad.lab': {
    what: 'Sets its session for the whole domain, and redirects with a session in the URL',
    site: {
      http: { '*': redirect('https://app.cookies-broad.lab/') },
      https: {
        '/': redirect('https://app.cookies-broad.lab/start;jsessionid=0A1B2C3D4E5F6071', [hsts, ...broadSession], 302),
        '*': html([hsts, ...broadSession], markup('app.cookies-broad.lab', '<p>Text.</p>')),
      },
    },
  },
  'cookies-many.lab': site('cookies-many.lab', '60 cookies, and one of analytics', [
    hsts,
    ...set(
      '_ga=GA1.1.1.1; Secure; Path=/',
      ...Array.from({ length: 60 }, (_, index) => `c${index}=1; Secure; SameSite=Lax; Path=/`),
    ),
  ]),
};
