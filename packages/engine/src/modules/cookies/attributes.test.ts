import { silent } from '../derive/http/testing/evidence.ts';
import { type CookieRow, cookiesAt, set, testCookieRows, withCertificates } from './testing/evidence.ts';
import {
  cookieCsrfSamesite,
  cookieDomainBroad,
  cookiePrefixUnused,
  cookieRejected,
  cookieSamesiteInvalid,
  cookieSamesiteMissing,
  cookieSessionNoHttponly,
} from './attributes.ts';

const nothing = withCertificates(silent);
const at = (host: string, ...lines: readonly string[]) => cookiesAt(`https://${host}/`, lines);

const rows: CookieRow[] = [
  [cookieSessionNoHttponly, 'no HttpOnly', set('sid=3f8a1c9e77d2; Secure'), 'fail', /injected script/],
  [cookieSessionNoHttponly, 'HttpOnly', set('sid=3f8a1c9e77d2; httponly'), 'pass'],
  [cookieSessionNoHttponly, 'no session', set('lang=de'), 'not-applicable'],
  [cookieSamesiteMissing, 'no SameSite', set('sid=3f8a1c9e77d2'), 'fail'],
  [cookieSamesiteMissing, 'SameSite', set('sid=3f8a1c9e77d2; samesite=lax'), 'pass'],
  [cookieSamesiteMissing, 'an unknown value', set('sid=3f8a1c9e77d2; SameSite=Yes'), 'fail', /SameSite=Yes, which/],
  [cookieSamesiteMissing, 'an empty value', set('sid=3f8a1c9e77d2; SameSite'), 'fail', /treat as missing/],
  [cookieSamesiteMissing, 'a second value that counts', set('sid=3f8a1c9e77d2; SameSite=x; SameSite=Lax'), 'pass'],
  [cookieSamesiteMissing, 'no name', set('3f8a1c9e77d2'), 'not-applicable'],
  [cookieSamesiteMissing, 'a line with NUL', set('sid=3f8a1c9e77d2\ufffd'), 'not-applicable'],
  [cookieSamesiteMissing, 'silence', nothing, 'inconclusive'],
  [cookieSamesiteInvalid, 'an unknown value', set('a=b; SameSite=Yes'), 'informational', /SameSite=Yes/],
  [cookieSamesiteInvalid, 'a known value', set('a=b; SameSite=STRICT'), 'pass'],
  [cookieSamesiteInvalid, 'none', set('a=b'), 'not-applicable'],
  [cookieCsrfSamesite, 'no SameSite', set('XSRF-TOKEN=abcdef'), 'fail'],
  [cookieCsrfSamesite, 'an unknown value', set('XSRF-TOKEN=abcdef; SameSite=1'), 'fail', /SameSite=1/],
  [cookieCsrfSamesite, 'SameSite', set('csrftoken=abcdef; SameSite=Lax'), 'pass'],
  [cookieCsrfSamesite, 'no such cookie', set('a=b'), 'not-applicable'],
  [cookieRejected, 'a broken prefix', set('__Host-a=b; Secure; Domain=site.lab; Path=/'), 'fail', /__Host- needs/],
  [cookieRejected, 'a public suffix', set('a=b; Domain=lab'), 'fail', /public suffix/],
  [cookieRejected, 'SameSite=None without Secure', set('a=b; SameSite=None'), 'fail'],
  [cookieRejected, 'too large', set(`a=${'b'.repeat(4096)}`), 'fail', /4,096/],
  [cookieRejected, 'NUL', set('sid=3f8a1c9e77d2\ufffd'), 'informational', /control character/],
  [cookieRejected, 'neither name nor value', set('=; Path=/'), 'not-applicable'],
  [cookieRejected, 'no name', set('=abc'), 'not-applicable'],
  [cookieRejected, 'no name, and a prefix', set('__Host-abc; Path=/'), 'not-applicable'],
  [cookieRejected, 'kept', set('__Host-a=b; Secure; Path=/'), 'pass'],
  [cookieRejected, 'silence', nothing, 'inconclusive'],
  [
    cookieDomainBroad,
    'a subdomain for the domain',
    at('app.site.lab', 'a=b; Domain=site.lab'),
    'fail',
    /all hosts below site\.lab/,
  ],
  [cookieDomainBroad, 'the domain for itself', at('site.lab', 'a=b; Domain=site.lab'), 'pass'],
  [cookieDomainBroad, 'no Domain', at('app.site.lab', 'a=b'), 'pass'],
  [cookieDomainBroad, 'no cookie', set(), 'not-applicable'],
  [cookiePrefixUnused, 'all rules are met', set('sid=3f8a1c9e77d2; Secure; Path=/'), 'informational', /__Host-/],
  [cookiePrefixUnused, 'a prefix', set('__Host-sid=3f8a1c9e77d2; Secure; Path=/'), 'pass'],
  [cookiePrefixUnused, 'not Secure', set('sid=3f8a1c9e77d2; Path=/'), 'not-applicable'],
];

testCookieRows(rows);
