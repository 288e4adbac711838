import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import {
  besideHttp2,
  html,
  json,
  redirectOnly,
  refused,
  silent,
  site,
  type Row,
  walled,
} from '../../derive/http/testing/evidence.ts';
import { testPageRows, withPage } from '../../derive/http/testing/page.ts';
import { hdrClickjacking, hdrXfoInvalid } from './framing.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

const denied = 'X-Frame-Options: DENY';

const rows: Row[] = [
  [
    hdrClickjacking,
    'a header over HTTP/2 alone',
    besideHttp2(html([]), [denied]),
    'inconclusive',
    /not over HTTP\/1\.1/,
  ],
  [
    hdrClickjacking,
    'a header over HTTP/1.1 alone',
    besideHttp2(html([denied]), []),
    'inconclusive',
    /not over HTTP\/2/,
  ],
  [
    hdrClickjacking,
    'two headers of one effect',
    besideHttp2(html([denied]), ["content-security-policy: frame-ancestors 'self'"]),
    'pass',
  ],
  [hdrClickjacking, 'no header', html([]), 'fail', /^HTTP\/1\.1 200 OK\nContent-Type: text\/html; charset=utf-8$/m],
  [hdrClickjacking, 'DENY', html(['X-Frame-Options: DENY']), 'pass', /x-frame-options/],
  [
    hdrClickjacking,
    "frame-ancestors 'self'",
    html(["Content-Security-Policy: frame-ancestors 'self'"]),
    'pass',
    /frame-ancestors/,
  ],
  [
    hdrClickjacking,
    'ALLOW-FROM',
    html(['X-Frame-Options: ALLOW-FROM https://a.lab/']),
    'fail',
    /X-Frame-Options: ALLOW-FROM https:\/\/a\.lab\//,
  ],
  [
    hdrClickjacking,
    'frame-ancestors * beside DENY',
    html(['Content-Security-Policy: frame-ancestors *', 'X-Frame-Options: DENY']),
    'fail',
    /Browsers ignore X-Frame-Options/,
  ],
  [
    hdrClickjacking,
    'frame-ancestors with a wildcard that anyone can register below',
    html(["Content-Security-Policy: frame-ancestors 'self' *.com"]),
    'fail',
    /sites of anyone/,
  ],
  [
    hdrClickjacking,
    'a policy that only reports',
    html(["Content-Security-Policy-Report-Only: frame-ancestors 'none'"]),
    'fail',
    /any site may/,
  ],
  [
    hdrClickjacking,
    'an error page without header',
    html([], { status: 404, reason: 'Not Found' }),
    'fail',
    /404 Not Found/,
  ],
  [
    hdrClickjacking,
    'an answer without a type, which may be sniffed as HTML',
    site([], { body: '<p>' }),
    'fail',
    /any site may/,
  ],
  [hdrClickjacking, 'an SVG image', site(['Content-Type: image/svg+xml'], { body: '<svg/>' }), 'fail', /any site may/],
  [hdrClickjacking, 'JSON', json([]), 'not-applicable', /application\/json/],
  [
    hdrClickjacking,
    'a pure redirect host',
    redirectOnly([]),
    'not-applicable',
    /redirects to https:\/\/www\.other\.lab\//,
  ],
  [hdrClickjacking, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrClickjacking, 'silence', silent, 'inconclusive', /timeout/],
  [hdrClickjacking, 'a challenge page', walled([]), 'inconclusive', /challenge/],

  [hdrXfoInvalid, 'SAMEORIGIN', html(['X-Frame-Options: sameorigin']), 'pass', /SAMEORIGIN/],
  [hdrXfoInvalid, 'the same value twice', html(['X-Frame-Options: DENY', 'X-Frame-Options: deny']), 'pass', /DENY/],
  [
    hdrXfoInvalid,
    'ALLOW-FROM',
    html(['X-Frame-Options: ALLOW-FROM https://a.lab/']),
    'fail',
    /do not support ALLOW-FROM/,
  ],
  [hdrXfoInvalid, 'an empty value', html(['X-Frame-Options:']), 'fail', /no effect/],
  [
    hdrXfoInvalid,
    'ALLOW-FROM beside frame-ancestors, as older sites send it',
    html(['X-Frame-Options: ALLOW-FROM https://a.lab/', 'Content-Security-Policy: frame-ancestors https://a.lab']),
    'informational',
    /Browsers skip the header/,
  ],
  [hdrXfoInvalid, 'one word twice', html(['X-Frame-Options: SAMEORIGIN, SAMEORIGIN']), 'pass', /SAMEORIGIN/],
  [hdrXfoInvalid, 'two words', html(['X-Frame-Options: DENY, SAMEORIGIN']), 'fail', /contradict/],
  [
    hdrXfoInvalid,
    'two different values',
    html(['X-Frame-Options: DENY', 'x-frame-options: SAMEORIGIN']),
    'fail',
    /X-Frame-Options: DENY\nx-frame-options: SAMEORIGIN/,
  ],
  [hdrXfoInvalid, 'no header', html([]), 'not-applicable', /not sent/],
  [
    hdrXfoInvalid,
    'a challenge page',
    walled(['X-Frame-Options: ALLOW-FROM https://a.lab/']),
    'inconclusive',
    /challenge/,
  ],
];

testPageRows(rows.map(([check, fact, given, ...rest]) => [check, fact, withPage(given), ...rest]));

const text = '<!doctype html><title>x</title><h1>x</h1><p>Text with a <a href="/more">link</a>';
const pages: [fact: string, given: SiteEvidence, lower: boolean][] = [
  ['only text and links', html([], { body: text }), true],
  ['pictures and style sheets', html([], { body: `${text}<link rel=stylesheet href=/a.css><img src=/a.png>` }), true],
  ['a form', html([], { body: `${text}<form action=/go><button>Go</button></form>` }), false],
  ['an event handler', html([], { body: `${text}<b onclick="go()">Go</b>` }), false],
  ['a javascript: URL', html([], { body: `${text}<a href="javascript:go()">Go</a>` }), false],
  ['an inline script', html([], { body: `${text}<script>go()</script>` }), true],
  ['a loaded script', html([], { body: `${text}<script src=/a.js></script>` }), true],
  ['a frame', html([], { body: `${text}<iframe src=/a></iframe>` }), false],
  [
    'a cookie of a load balancer',
    html(['Set-Cookie: SERVERID=web2; Path=/', 'Set-Cookie: AWSALB=x'], { body: text }),
    true,
  ],
  ['a cookie', html(['Set-Cookie: sid=x; Path=/'], { body: text }), false],
  ['a login', html(['WWW-Authenticate: Basic realm="x"'], { status: 401, reason: 'Unauthorized', body: text }), false],
  ['nothing at all', html([]), true],
  [
    'the beginning alone',
    html([], { body: text, failure: { reason: 'timeout', gap: 'words-kept', values: ['Silence'] } }),
    false,
  ],
];

for (const [fact, given, lower] of pages) {
  test(`hdr-clickjacking is ${lower ? 'low' : 'medium'} on a page with ${fact}`, () => {
    const [draft, ...rest] = draftsOf(hdrClickjacking.evaluate(withPage(given)));
    assert.deepEqual(rest, []);
    assert.ok(draft !== undefined);
    assert.equal('cvss' in draft && draft.cvss === 'browserHardeningUserActs', lower, draft.description);
    assert.equal(draft.description.includes('limits the effect'), lower);
  });
}
