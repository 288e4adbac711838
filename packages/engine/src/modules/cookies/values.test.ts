import { answered, chained, silent } from '../derive/http/testing/evidence.ts';
import { type CookieRow, set, testCookieRows, withCertificates } from './testing/evidence.ts';
import { cookieJwtAlgNone, cookieLbLeak, cookieLifetime, cookieReadableData, cookieSessionInUrl } from './values.ts';

const nothing = withCertificates(silent);
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (alg: string, signature: string): string => `${base64({ alg })}.${base64({ sub: 'x' })}.${signature}`;
const redirect = (location: string) =>
  withCertificates(
    chained([
      answered('hop', [`Location: ${location}`], { status: 302, reason: 'Found' }),
      answered('document', ['Content-Type: text/html'], { url: 'https://site.lab/a', body: '<p>' }),
    ]),
  );

const rows: CookieRow[] = [
  [cookieLbLeak, 'BIG-IP', set('BIGipServerpool=1677787402.36895.0000'), 'fail', /10\.1\.1\.100 port 8080/],
  [cookieLbLeak, 'another value', set('BIGipServerpool=!abc'), 'pass'],
  [cookieLbLeak, 'no cookie', set(), 'not-applicable'],
  [cookieJwtAlgNone, 'alg none', set(`t=${jwt('none', '')}`), 'fail', /alg none/],
  [cookieJwtAlgNone, 'no signature', set(`t=${jwt('HS256', '')}`), 'fail', /no signature/],
  [cookieJwtAlgNone, 'signed', set(`t=${jwt('HS256', 'c2lnbmF0dXJl')}`), 'pass'],
  [cookieJwtAlgNone, 'silence', nothing, 'inconclusive'],
  [cookieReadableData, 'a role in base64', set(`u=${base64({ role: 'admin', lang: 'de' })}`), 'fail', /Keys: role/],
  [cookieReadableData, 'a language', set(`u=${base64({ lang: 'de' })}`), 'pass'],
  [cookieReadableData, 'no cookie', set(), 'not-applicable'],
  [cookieSessionInUrl, 'in a redirect', redirect('/a;jsessionid=0A1B2C3D4E5F'), 'fail', /;jsessionid=…/],
  [cookieSessionInUrl, 'nowhere', redirect('/a'), 'pass'],
  [cookieSessionInUrl, 'silence', nothing, 'inconclusive'],
  [cookieLifetime, 'ten years', set('sid=3f8a1c9e77d2; Max-Age=315360000'), 'informational', /3650 days/],
  [cookieLifetime, 'a day', set('sid=3f8a1c9e77d2; Max-Age=86400'), 'pass'],
  [cookieLifetime, 'no session', set('a=b'), 'not-applicable'],
];

testCookieRows(rows);
