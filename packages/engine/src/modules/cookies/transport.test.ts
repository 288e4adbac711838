import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chained, failed, silent } from '../derive/http/testing/evidence.ts';
import { type CookieRow, cookiesAt, set, setUnderHsts, testCookieRows, withCertificates } from './testing/evidence.ts';
import { cookieCountSize } from './inventory.ts';
import { cookieInsecure, cookieSessionInsecure, cookieSessionInsecureHsts, cookieSetOverHttp } from './transport.ts';
import type { HstsEvidence } from '../../evidence/site/visits/hsts.ts';

const nothing = withCertificates(silent);
const value = '3f8a1c9e77d2';

const many = Array.from({ length: 60 }, (_, index) => `c${index}=1; Secure`);

/** One session cookie, set with these attributes by successive responses. */
function responses(attributes: readonly string[]): HstsEvidence {
  const [first, ...rest] = attributes.map((more) => set(`sid=${value}${more}`));
  assert.ok(first !== undefined);
  return { ...first, http: { ...first.http, exchanges: [first, ...rest].flatMap(({ http }) => http.exchanges) } };
}

test('a cookie that responses set with different attributes is one finding', () => {
  const outcome = cookieSessionInsecure.evaluate(responses(['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax']));
  assert.equal(outcome.outcome === 'fail' && outcome.findings.length, 1);
});

test('no cookie is reported twice for its attributes', () => {
  const twice = [set(...many.slice(10)), set(...many.slice(10).map((line) => `${line}; HttpOnly`))] as const;
  const exchanges = twice.flatMap(({ http }) => http.exchanges);
  const evidence = { ...twice[0], http: { ...twice[0].http, exchanges } };
  assert.equal(cookieCountSize.evaluate(evidence).outcome, 'pass');
});

/** A site that sets these cookies over https, and whose http fails with this reason. */
function beside(reason: 'timeout' | 'refused' | 'reset', ...lines: readonly string[]): HstsEvidence {
  const { http, ...rest } = set(...lines);
  const plain = failed('plain', reason, 'http://site.lab/');
  const [chain] = chained([plain], 'failed', 'http-apex').http.chains;
  assert.ok(chain !== undefined);
  return { ...rest, http: { ...http, exchanges: [...http.exchanges, plain], chains: [...http.chains, chain] } };
}

const underShortHsts = (line: string, seconds: number): HstsEvidence =>
  cookiesAt('https://site.lab/', [line], `Strict-Transport-Security: max-age=${seconds}`);

const rows: CookieRow[] = [
  [cookieSessionInsecure, 'no Secure', set(`sid=${value}`), 'fail', /sid has no Secure/],
  [cookieSessionInsecure, 'no Secure in capitals', set(`PHPSESSID=${value}; HTTPONLY`), 'fail'],
  [cookieSessionInsecure, 'Secure', set(`sid=${value}; SECURE`), 'pass'],
  [cookieSessionInsecure, 'HSTS', setUnderHsts(`sid=${value}`), 'pass', /HSTS keeps/],
  [cookieSessionInsecure, 'HSTS of minutes', underShortHsts(`sid=${value}`, 300), 'fail', /also send it over http/],
  [cookieSessionInsecure, 'HSTS of a day', underShortHsts(`sid=${value}`, 86_400), 'pass', /HSTS keeps/],
  [cookieSessionInsecureHsts, 'HSTS of minutes', underShortHsts(`sid=${value}`, 300), 'pass', /without HSTS/],
  [cookieInsecure, 'HSTS of minutes', underShortHsts('lang=de', 300), 'fail'],
  [cookieSessionInsecure, 'a cookie of the CDN', set(`__cf_bm=${value}`), 'not-applicable'],
  [cookieSessionInsecure, 'no cookie', set(), 'not-applicable'],
  [cookieSessionInsecure, 'a cookie that is deleted', set('sid=; Max-Age=0'), 'not-applicable'],
  [cookieSessionInsecure, 'set, then deleted', set(`sid=${value}`, 'sid=; Max-Age=0'), 'not-applicable'],
  [cookieSessionInsecure, 'deleted, then set', set('sid=; Max-Age=0', `sid=${value}`), 'fail'],
  [cookieSessionInsecure, 'set again without Secure', set(`sid=${value}; Secure`, `sid=${value}`), 'fail'],
  [cookieSessionInsecure, 'set again with Secure', set(`sid=${value}`, `sid=${value}; Secure`), 'pass'],
  [cookieSessionInsecure, 'two paths', set(`sid=${value}`, `sid=${value}; Path=/a; Secure`), 'fail'],
  [cookieSessionInsecure, 'another domain deleted', set(`sid=${value}`, 'sid=; Max-Age=0; Domain=site.lab'), 'fail'],
  [cookieSessionInsecure, 'without Secure once', responses(['; Secure', '', '; Secure']), 'fail'],
  [cookieSessionInsecure, 'silence', nothing, 'inconclusive'],
  [cookieSessionInsecureHsts, 'HSTS', setUnderHsts(`sid=${value}`), 'fail', /HSTS keeps browsers/],
  [cookieSessionInsecureHsts, 'no HSTS', set(`sid=${value}`), 'pass'],
  [cookieSessionInsecureHsts, 'no session', set('lang=de'), 'not-applicable'],
  [cookieInsecure, 'no Secure', set('lang=de'), 'fail', /lang/],
  [cookieInsecure, 'after 60 others', set(...many, 'lang=de'), 'fail', /lang/],
  [cookieInsecure, 'HSTS', setUnderHsts('lang=de'), 'pass'],
  [cookieInsecure, 'a load balancer', set('AWSALB=x'), 'not-applicable'],
  [cookieSetOverHttp, 'a session over http', cookiesAt('http://site.lab/', [`sid=${value}`]), 'fail', /over http/],
  [cookieSetOverHttp, 'over https', set(`sid=${value}`), 'pass'],
  [cookieSetOverHttp, 'none', set(), 'not-applicable'],
  [cookieSetOverHttp, 'over https, and http is silent', beside('timeout', `sid=${value}`), 'inconclusive', /http:/],
  [cookieSetOverHttp, 'over https, and http is refused', beside('refused', `sid=${value}`), 'pass'],
  [cookieSetOverHttp, 'none, and http is cut off', beside('reset'), 'inconclusive'],
];

testCookieRows(rows);
