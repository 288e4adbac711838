import type { ModuleClaims } from './claim.ts';

const claim = (on: string, pattern: string, notOn = 'cookies-good.lab') => ({
  on,
  shows: new RegExp(`^${pattern}`, 'im'),
  notOn,
});

/** What the commands of cookies must show: the line that sets the cookie. */
export const cookiesClaims: ModuleClaims = {
  claims: {
    'cookie-session-insecure': claim('cookies-bare.lab', 'Set-Cookie: PHPSESSID=[^;]+; path=/\\r?$'),
    'cookie-session-insecure-hsts': claim(
      'cookies-hsts.lab',
      'Set-Cookie: sid=[^;]+; HttpOnly; SameSite=Lax; Path=/\\r?$',
    ),
    'cookie-insecure': claim('cookies-bare.lab', 'Set-Cookie: lang=de; path=/\\r?$'),
    'cookie-set-over-http': claim('cookies-http.lab', 'Set-Cookie: JSESSIONID='),
    'cookie-session-no-httponly': claim('cookies-bare.lab', 'Set-Cookie: PHPSESSID=[^;]+; path=/\\r?$'),
    'cookie-samesite-missing': claim('cookies-bare.lab', 'Set-Cookie: PHPSESSID=[^;]+; path=/\\r?$'),
    'cookie-samesite-invalid': claim('cookies-hsts.lab', 'Set-Cookie: id=1; SameSite=Yes'),
    'cookie-csrf-samesite': claim('cookies-bare.lab', 'Set-Cookie: XSRF-TOKEN=[^;]+; path=/\\r?$'),
    'cookie-rejected': claim('cookies2.lab', 'Set-Cookie: __Host-broken=1; Secure; Domain='),
    'cookie-domain-broad': claim('app.cookies-broad.lab', 'Set-Cookie: sid=.*; Domain=cookies-broad\\.lab'),
    'cookie-lb-leak': claim('cookies2.lab', 'Set-Cookie: BIGipServerpool=1677787402\\.36895\\.0000'),
    'cookie-jwt-alg-none': claim('cookies2.lab', 'Set-Cookie: token=eyJhbGciOiJub25lIn0\\.'),
    'cookie-readable-data': claim('cookies2.lab', 'Set-Cookie: profile=eyJ'),
    'cookie-session-in-url': claim('app.cookies-broad.lab', 'Location: .*;jsessionid='),
    'cookie-prefix-unused': claim('cookies-http.lab', 'Set-Cookie: JSESSIONID=[^;]+; Secure'),
    'cookie-lifetime': claim('cookies2.lab', 'Set-Cookie: token=.*Max-Age=315360000'),
    'cookie-count-size': claim('cookies-many.lab', 'Set-Cookie: c59=1'),
    'cookie-third-party': claim('cookies-many.lab', 'Set-Cookie: _ga='),
  },
  alsoOn: [],
  cannotBeRun: {},
};
