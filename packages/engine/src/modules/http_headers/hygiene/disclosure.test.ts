import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { disclosingHeaders } from './disclosing-headers.data.ts';
import { hdrDebug, hdrInternalLeak, hdrPoweredBy, hdrServerVersion, hdrWafCdn } from './disclosure.ts';
import {
  html,
  redirected,
  redirectOnly,
  refused,
  silent,
  type Row,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { absentVectors, publishedVectors } from '@perimeter/protocols/testing/published-vectors';

const rows: Row[] = [
  [hdrServerVersion, 'a product alone', html(['Server: nginx']), 'pass', /No Server header/],
  [hdrServerVersion, 'no header', html([]), 'pass', /No Server header/],
  [
    hdrServerVersion,
    'a version',
    html(['Server: Apache/2.2.15 (CentOS)']),
    'fail',
    /HTTP\/1\.1 200 OK\nServer: Apache\/2\.2\.15 \(CentOS\)/,
  ],
  [
    hdrServerVersion,
    'a version on the redirect alone',
    redirected(['Server: nginx/1.18.0'], ['Server: nginx']),
    'fail',
    /^HTTP\/1\.1 301 Moved Permanently\nServer: nginx\/1\.18\.0/m,
  ],
  [
    hdrServerVersion,
    'one version everywhere',
    redirected(['Server: nginx/1.18.0'], ['Server: nginx/1.18.0']),
    'fail',
    /Also sent by http:\/\/site\.lab\/\.\nHTTP\/1\.1 200 OK\nServer: nginx\/1\.18\.0\nReproduce: curl -sk -o \/dev\/null -D - --resolve site\.lab:443:203\.0\.113\.10 https:\/\/site\.lab\/$/m,
  ],
  [hdrServerVersion, 'a version on a challenge page', walled(['Server: nginx/1.18.0']), 'fail', /nginx\/1\.18\.0/],
  [hdrServerVersion, 'no version on a challenge page', walled(['Server: nginx']), 'inconclusive', /challenge/],
  [
    hdrServerVersion,
    'a pure redirect host',
    redirectOnly(['Server: nginx/1.18.0']),
    'not-applicable',
    /only HSTS and Referrer-Policy/,
  ],
  [hdrServerVersion, 'nothing listens', refused, 'not-applicable', /refused/],

  [hdrPoweredBy, 'none of the names', html(['Server: nginx/1.18.0']), 'pass', /No header discloses/],
  [hdrPoweredBy, 'a product', html(['x-powered-by: PHP/5.3.3']), 'fail', /x-powered-by: PHP\/5\.3\.3/],
  [
    hdrPoweredBy,
    'two products',
    html(['X-Powered-By: PHP/8.1', 'X-AspNet-Version: 4.0.30319', 'X-Generator: Hugo']),
    'fail',
    /x-powered-by, x-aspnet-version/,
  ],
  [hdrPoweredBy, 'a name alone', html(['X-Powered-By: Express']), 'informational', /X-Powered-By: Express/],
  [
    hdrServerVersion,
    "a release by Oracle's letters",
    html(['Server: Oracle-Application-Server-11g']),
    'fail',
    /discloses 11g/,
  ],
  [hdrPoweredBy, 'an empty value', html(['X-Powered-By:']), 'pass', /No header discloses/],
  [
    hdrPoweredBy,
    'trace ids alone',
    html(['X-B3-TraceId: 80f198ee56343ba8']),
    'informational',
    /X-B3-TraceId: 80f198ee56343ba8/,
  ],
  [hdrPoweredBy, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrPoweredBy, 'silence', silent, 'inconclusive', /timeout/],

  [
    hdrInternalLeak,
    'public values',
    html(['Server: nginx', 'Location: https://site.lab/', 'X-Version: Foo/10.0.0.1']),
    'pass',
    /No header discloses/,
  ],
  [
    hdrInternalLeak,
    'a private address',
    html(['X-Backend: http://10.1.2.3:8080']),
    'fail',
    /private IPv4 address 10\.1\.2\.3/,
  ],
  [
    hdrInternalLeak,
    'a private address on a redirect',
    redirected(['Via: 1.1 192.168.0.4'], []),
    'fail',
    /301[^\n]*\nVia: 1\.1 192\.168\.0\.4/,
  ],
  [
    hdrInternalLeak,
    'an internal name',
    html(['X-Served-By: web1.prod.internal']),
    'fail',
    /internal host name web1\.prod\.internal/,
  ],
  [hdrInternalLeak, 'a cookie value', html(['Set-Cookie: a=10.0.0.1']), 'pass', /No header discloses/],
  [hdrInternalLeak, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrInternalLeak, 'a clean challenge page', walled([]), 'inconclusive', /challenge/],

  [hdrDebug, 'none', html([]), 'pass', /No debugging tool header/],
  [
    hdrDebug,
    'a profiler',
    html(['X-Debug-Token: 1a2b3c', 'X-Debug-Token-Link: https://site.lab/_profiler/1a2b3c']),
    'fail',
    /Symfony Profiler/,
  ],
  [hdrDebug, 'source files', html(['X-SourceFiles: =?UTF-8?B?QzpcVXNlcnM=?=']), 'fail', /Visual Studio/],
  [hdrDebug, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrDebug, 'silence', silent, 'inconclusive', /timeout/],

  [hdrWafCdn, 'no mark', html(['Server: nginx']), 'pass', /No sign/],
  [
    hdrWafCdn,
    'a header and a cookie',
    html(['Server: cloudflare', 'CF-RAY: 8a-FRA', 'Set-Cookie: __cf_bm=secret; Path=/']),
    'informational',
    /CF-RAY: 8a-FRA\nSet-Cookie: __cf_bm=\[redacted\]; Path=\//,
  ],
  [hdrWafCdn, 'a challenge page', walled(['CF-RAY: 8a-FRA']), 'informational', /Cloudflare/],
  [hdrWafCdn, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrWafCdn, 'silence', silent, 'inconclusive', /timeout/],
];

testRows(rows);

test('one header of one host is one finding, located at the document if it is sent there', () => {
  const outcome = hdrServerVersion.evaluate(redirected(['Server: nginx/1.18.0'], ['Server: nginx/1.18.0']));
  assert.equal(outcome.outcome === 'fail' && outcome.findings.length, 1);
  assert.equal(outcome.outcome === 'fail' && outcome.findings[0].location.url, 'https://site.lab/');
});

const vectorsPath = publishedVectors('owasp_headers.json');

test('the headers are exactly those of the OWASP list to remove', (t) => {
  if (vectorsPath === null) return t.skip(absentVectors('owasp_headers.json'));
  const { remove }: { remove: { headers: string[] } } = JSON.parse(readFileSync(vectorsPath, 'utf8'));
  assert.deepEqual(Object.keys(disclosingHeaders).toSorted(), remove.headers.toSorted());
});
