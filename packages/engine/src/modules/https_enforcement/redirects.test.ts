import { netFailed } from '../../evidence/observed.ts';
import { silent } from '../derive/http/testing/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import {
  httpBasicAuthClear,
  httpNoRedirect,
  httpRedirectClientSide,
  httpRedirectDowngrade,
  httpRedirectFirstHop,
  httpRedirectLoop,
} from './redirects.ts';
import { certificatesOf, type EnforcementRow, hsts, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const unfound = (statuses: string) => netFailed('unreachable', 'no-address-found', 'site.lab', statuses);
const secure = ['https://site.lab/', 200, hsts()] as const;
const plain = (...hops: Parameters<typeof visits>[0]['http-apex'] & readonly unknown[]) =>
  visits({ 'http-apex': hops, 'https-apex': [secure] });
const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const client = visits(
  { 'http-apex': [['http://site.lab/', 200]], 'https-apex': [secure] },
  { bodies: { 'http://site.lab/': '<meta http-equiv="refresh" content="0; url=https://site.lab/">' } },
);
const plainOnly = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'refused']],
});
const offHost = visits({
  'http-apex': [
    ['http://site.lab/', 301, 'Location: https://www.site.lab/'],
    ['https://www.site.lab/', 200],
  ],
  'https-apex': [secure],
});
type HopRow = NonNullable<Parameters<typeof visits>[0]['http-www']>[number];
const toDomain = (last: HopRow) =>
  visits({
    'http-www': [['http://www.site.lab/', 301, 'Location: https://site.lab/'], last],
  });
const down = visits({
  'https-apex': [
    ['https://site.lab/', 302, 'Location: http://site.lab/a'],
    ['http://site.lab/a', 200],
  ],
});
const loop = visits({ 'https-apex': [['https://site.lab/', 302, 'Location: /']] }, { ended: { 'https-apex': 'loop' } });
const basic = plain(['http://site.lab/', 401, 'WWW-Authenticate: Digest x, Basic realm="a"']);

const rows: EnforcementRow[] = [
  [
    httpNoRedirect,
    'a page over http',
    plain(['http://site.lab/', 200]),
    'fail',
    /^http:\/\/site\.lab\/ answers without/m,
  ],
  [
    httpNoRedirect,
    'a redirect within http',
    plain(['http://site.lab/', 302, 'Location: /a'], ['http://site.lab/a', 200]),
    'fail',
    /A visit to http:\/\/site\.lab\/ ends at http:\/\/site\.lab\/a, without/,
  ],
  [httpNoRedirect, 'a login over http', basic, 'fail'],
  [httpNoRedirect, 'an error over http', plain(['http://site.lab/', 404]), 'pass', /no content/],
  [httpNoRedirect, 'a closed port', plain(['http://site.lab/', 'refused']), 'pass', /refuses port 80/],
  [httpNoRedirect, 'no address', plain(['http://site.lab/', unfound('nxdomain')]), 'not-applicable', /has no address/],
  [httpNoRedirect, 'DNS failed', plain(['http://site.lab/', unfound('nodata, servfail')]), 'inconclusive', /servfail/],
  [
    httpNoRedirect,
    'there is no way to the address from here',
    plain(['http://site.lab/', 'unreachable']),
    'inconclusive',
  ],
  [httpNoRedirect, 'silence on port 80', plain(['http://site.lab/', 'timeout']), 'inconclusive'],
  [httpNoRedirect, 'a block page over http', plain(['http://site.lab/', 403]), 'inconclusive'],
  [httpNoRedirect, 'a server error', plain(['http://site.lab/', 500]), 'inconclusive'],
  [httpNoRedirect, 'a redirect by the page', client, 'not-applicable'],
  [httpNoRedirect, 'no https at all', plainOnly, 'not-applicable', /no HTTPS/],
  [httpNoRedirect, 'a redirect', sound(), 'pass'],
  [httpNoRedirect, 'silence', nothing, 'inconclusive'],
  [httpRedirectFirstHop, 'to www first', offHost, 'fail', /https:\/\/www\.site\.lab first/],
  [
    httpRedirectFirstHop,
    'within http first',
    plain(
      ['http://site.lab/', 301, 'Location: http://www.site.lab/'],
      ['http://www.site.lab/', 301, 'Location: https://www.site.lab/'],
      ['https://www.site.lab/', 200],
    ),
    'fail',
  ],
  [
    httpRedirectFirstHop,
    'to the domain first, whose policy includes its names',
    toDomain(['https://site.lab/', 200, hsts()]),
    'pass',
  ],
  [httpRedirectFirstHop, 'to the domain first, without a policy', toDomain(['https://site.lab/', 200]), 'fail'],
  [
    httpRedirectFirstHop,
    'to the domain first, whose policy was not seen',
    toDomain(['https://site.lab/', 'timeout']),
    'inconclusive',
  ],
  [
    httpRedirectFirstHop,
    'to the domain first, behind a wall',
    toDomain(['https://site.lab/', 403]),
    'inconclusive',
    /https:\/\/site\.lab\/ answered with status 403, not with the site/,
  ],
  [httpRedirectFirstHop, 'to the same host', sound(), 'pass'],
  [httpRedirectFirstHop, 'no redirect', plain(['http://site.lab/', 200]), 'not-applicable'],
  [httpRedirectFirstHop, 'silence', nothing, 'inconclusive'],
  [httpRedirectDowngrade, 'a step back to http', down, 'fail', /redirects to http:\/\/site\.lab\/a/],
  [httpRedirectDowngrade, 'none', sound(), 'pass'],
  [httpRedirectDowngrade, 'silence', nothing, 'inconclusive'],
  [httpRedirectClientSide, 'a meta element', client, 'fail', /a meta element sends browsers to https:\/\/site\.lab\//],
  [
    httpRedirectClientSide,
    'a header',
    plain(['http://site.lab/', 200, 'Refresh: 0;url=https://site.lab/']),
    'fail',
    /the Refresh header/,
  ],
  [
    httpRedirectClientSide,
    'a refresh of the page itself',
    plain(['http://site.lab/', 200, 'Refresh: 30']),
    'not-applicable',
  ],
  [httpRedirectClientSide, 'the server redirects', sound(), 'pass'],
  [httpRedirectLoop, 'a loop', loop, 'fail', /come back to a URL/],
  [httpRedirectLoop, 'none', sound(), 'pass'],
  [httpRedirectLoop, 'silence', nothing, 'inconclusive'],
  [httpBasicAuthClear, 'Basic over http', basic, 'fail', /asks for a user name/],
  [httpBasicAuthClear, 'Digest over http', plain(['http://site.lab/', 401, 'WWW-Authenticate: Digest x']), 'pass'],
  [
    httpBasicAuthClear,
    'Basic over https',
    visits({
      'http-apex': [
        ['http://site.lab/', 301, 'Location: https://site.lab/'],
        ['https://site.lab/', 401, 'WWW-Authenticate: Basic realm="a"'],
      ],
      'https-apex': [['https://site.lab/', 401]],
    }),
    'pass',
  ],
  [httpBasicAuthClear, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);
