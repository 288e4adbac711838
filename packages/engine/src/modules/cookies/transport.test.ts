import { silent } from '../derive/http/testing/evidence.ts';
import { type CookieRow, cookiesAt, set, setUnderHsts, testCookieRows, withCertificates } from './testing/evidence.ts';
import { cookieInsecure, cookieSessionInsecure, cookieSessionInsecureHsts, cookieSetOverHttp } from './transport.ts';

const nothing = withCertificates(silent);
const value = '3f8a1c9e77d2';

const rows: CookieRow[] = [
  [cookieSessionInsecure, 'no Secure', set(`sid=${value}`), 'fail', /sid has no Secure/],
  [cookieSessionInsecure, 'no Secure in capitals', set(`PHPSESSID=${value}; HTTPONLY`), 'fail'],
  [cookieSessionInsecure, 'Secure', set(`sid=${value}; SECURE`), 'pass'],
  [cookieSessionInsecure, 'HSTS', setUnderHsts(`sid=${value}`), 'pass', /HSTS keeps/],
  [cookieSessionInsecure, 'a cookie of the CDN', set(`__cf_bm=${value}`), 'not-applicable'],
  [cookieSessionInsecure, 'no cookie', set(), 'not-applicable'],
  [cookieSessionInsecure, 'a cookie that is deleted', set('sid=; Max-Age=0'), 'not-applicable'],
  [cookieSessionInsecure, 'silence', nothing, 'inconclusive'],
  [cookieSessionInsecureHsts, 'HSTS', setUnderHsts(`sid=${value}`), 'fail', /HSTS keeps browsers/],
  [cookieSessionInsecureHsts, 'no HSTS', set(`sid=${value}`), 'pass'],
  [cookieSessionInsecureHsts, 'no session', set('lang=de'), 'not-applicable'],
  [cookieInsecure, 'no Secure', set('lang=de'), 'fail', /lang/],
  [cookieInsecure, 'HSTS', setUnderHsts('lang=de'), 'pass'],
  [cookieInsecure, 'a load balancer', set('AWSALB=x'), 'not-applicable'],
  [cookieSetOverHttp, 'a session over http', cookiesAt('http://site.lab/', [`sid=${value}`]), 'fail', /over http/],
  [cookieSetOverHttp, 'over https', set(`sid=${value}`), 'pass'],
  [cookieSetOverHttp, 'none', set(), 'not-applicable'],
];

testCookieRows(rows);
