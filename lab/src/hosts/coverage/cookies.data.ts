import { both, type CoverageTable } from './row.data.ts';

/** What each site's cookies show. */
export const cookieCoverage: CoverageTable = {
  'cookie-session-insecure': both('cookies-bare.lab bad.lab', 'cookies-good.lab cookies-hsts.lab'),
  'cookie-session-insecure-hsts': both('cookies-hsts.lab', 'cookies-good.lab cookies-bare.lab'),
  'cookie-insecure': both('cookies-bare.lab', 'cookies-good.lab cookies-hsts.lab'),
  'cookie-set-over-http': both('cookies-http.lab bad.lab', 'cookies-good.lab cookies-hsts.lab'),
  'cookie-session-no-httponly': both('cookies-bare.lab bad.lab', 'cookies-good.lab cookies-hsts.lab'),
  'cookie-samesite-missing': both('cookies-bare.lab bad.lab', 'cookies-good.lab cookies-hsts.lab'),
  'cookie-samesite-invalid': both('cookies-hsts.lab', 'cookies-good.lab'),
  'cookie-csrf-samesite': both('cookies-bare.lab', 'cookies-good.lab'),
  'cookie-rejected': both('cookies2.lab cookies.lab', 'cookies-good.lab'),
  'cookie-domain-broad': both('app.cookies-broad.lab', 'cookies-good.lab'),
  'cookie-lb-leak': both('cookies2.lab', 'cookies-good.lab'),
  'cookie-jwt-alg-none': both('cookies2.lab cookies.lab', 'cookies-good.lab'),
  'cookie-readable-data': both('cookies2.lab', 'cookies-good.lab'),
  'cookie-session-in-url': both('app.cookies-broad.lab', 'good.lab cookies-good.lab'),
  'cookie-prefix-unused': both('cookies-http.lab', 'cookies-good.lab'),
  'cookie-lifetime': both('cookies2.lab', 'cookies-good.lab'),
  'cookie-count-size': both('cookies-many.lab', 'cookies-good.lab'),
  'cookie-third-party': both('cookies-many.lab', 'cookies-good.lab'),
};
