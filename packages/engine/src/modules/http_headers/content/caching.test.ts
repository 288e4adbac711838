import { hdrCacheSensitive, hdrCacheSharedCookie } from './caching.ts';
import {
  html,
  redirected,
  redirectOnly,
  refused,
  silent,
  site,
  type Row,
  testRows,
  walled,
} from '../../derive/http/testing/evidence.ts';

const cookie = 'Set-Cookie: PHPSESSID=abc123; Path=/';
const form = { body: '<form><INPUT name=p  TYPE = "password"></form>' };

const rows: Row[] = [
  [
    hdrCacheSensitive,
    'a session cookie with no-store',
    html([cookie, 'Cache-Control: no-store']),
    'pass',
    /is not cacheable/,
  ],
  [
    hdrCacheSensitive,
    'a session cookie with private',
    html([cookie, 'Cache-Control: private, max-age=0']),
    'pass',
    /is not cacheable/,
  ],
  [
    hdrCacheSensitive,
    'a session cookie without Cache-Control',
    html([cookie]),
    'fail',
    /no Cache-Control among[^]*Set-Cookie: PHPSESSID=\[redacted\]; Path=\//,
  ],
  [
    hdrCacheSensitive,
    'a session cookie with no-cache alone',
    html([cookie, 'Cache-Control: no-cache']),
    'fail',
    /Cache-Control: no-cache\nSet-Cookie/,
  ],
  [hdrCacheSensitive, 'a password field', html(['Cache-Control: max-age=60'], form), 'fail', /password field/],
  [
    hdrCacheSensitive,
    'a password field in a comment, a script and a template',
    html([], { body: `<!-- ${form.body} --><script>"${form.body}"</script><template>${form.body}</template>` }),
    'not-applicable',
    /No session cookie/,
  ],
  [
    hdrCacheSensitive,
    'a password field in JSON',
    site(['Content-Type: application/json'], form),
    'not-applicable',
    /No session cookie/,
  ],
  [
    hdrCacheSensitive,
    'a password field with no-store',
    html(['Cache-Control: No-Store'], form),
    'pass',
    /password field and is not cacheable/,
  ],
  [
    hdrCacheSensitive,
    'a login request',
    html(['WWW-Authenticate: Basic realm="x"'], { status: 401, reason: 'Unauthorized' }),
    'fail',
    /401 Unauthorized[^]*WWW-Authenticate: Basic/,
  ],
  [
    hdrCacheSensitive,
    'a login request that walls the site off',
    walled([], { status: 401, reason: 'Unauthorized' }),
    'fail',
    /requires a login/,
  ],
  [
    hdrCacheSensitive,
    'nothing sensitive',
    html(['Set-Cookie: theme=dark'], { body: '<input type=text>' }),
    'not-applicable',
    /No session cookie/,
  ],
  [hdrCacheSensitive, 'a pure redirect host', redirectOnly([cookie]), 'not-applicable', /Every response redirects/],
  [hdrCacheSensitive, 'a challenge page', walled([cookie]), 'inconclusive', /challenge/],
  [hdrCacheSensitive, 'silence', silent, 'inconclusive', /timeout/],

  [
    hdrCacheSharedCookie,
    'public',
    html([cookie, 'Cache-Control: public, max-age=60']),
    'fail',
    /Cache-Control: public, max-age=60\nSet-Cookie: PHPSESSID=\[redacted\]/,
  ],
  [
    hdrCacheSharedCookie,
    's-maxage on a redirect',
    redirected([cookie, 'Cache-Control: s-maxage=60'], []),
    'fail',
    /s-maxage=60/,
  ],
  [hdrCacheSharedCookie, 'an age', html([cookie, 'Age: 12']), 'fail', /Age: 12/],
  [hdrCacheSharedCookie, 'a hit', html([cookie, 'X-Cache: Hit from cloudfront']), 'fail', /X-Cache: Hit/],
  [
    hdrCacheSharedCookie,
    'a hit by the standard header',
    html([cookie, 'Cache-Status: edge; hit; ttl=3']),
    'fail',
    /Cache-Status/,
  ],
  [
    hdrCacheSharedCookie,
    'a miss and no age',
    html([cookie, 'X-Cache: MISS', 'Age: 0']),
    'pass',
    /storage in shared caches/,
  ],
  [
    hdrCacheSharedCookie,
    'public overruled by no-store',
    html([cookie, 'Cache-Control: public, no-store']),
    'pass',
    /storage in shared caches/,
  ],
  [
    hdrCacheSharedCookie,
    'the cookie kept out by name',
    html([cookie, 'Cache-Control: public, private="Set-Cookie"']),
    'pass',
    /storage in shared caches/,
  ],
  [
    hdrCacheSharedCookie,
    'a cookie of the edge itself',
    html(['Set-Cookie: __cf_bm=x', 'CF-Cache-Status: HIT']),
    'not-applicable',
    /No session cookie/,
  ],
  [hdrCacheSharedCookie, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrCacheSharedCookie, 'a challenge page', walled([]), 'inconclusive', /challenge/],
];

testRows(rows);
