import { silent } from '../derive/http/testing/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { hstsNoSubdomains, hstsPreloadIneligible, hstsPreloadStatus, hstsRedirectHop } from './hsts-hosts.ts';
import { certificatesOf, type EnforcementRow, hsts, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const hop = (...lines: readonly string[]) =>
  visits({
    'https-apex': [
      ['https://site.lab/', 301, 'Location: https://www.site.lab/', ...lines],
      ['https://www.site.lab/', 200, hsts()],
    ],
  });
const away = visits({
  'https-apex': [
    ['https://site.lab/', 301, 'Location: https://other.lab/'],
    ['https://other.lab/', 200],
  ],
});
const asks = 'max-age=31536000; includeSubDomains; preload';
const both = (
  value: string,
  http: readonly [string, number, ...string[]] | readonly [string, 'refused' | 'timeout'] = [
    'http://site.lab/',
    301,
    'Location: https://site.lab/',
  ],
) =>
  visits({
    'http-apex': http[1] === 301 ? [http, ['https://site.lab/', 200, hsts(value)]] : [http],
    'https-apex': [['https://site.lab/', 200, hsts(value)]],
    'https-www': [['https://www.site.lab/', 200, hsts(value)]],
  });

const rows: EnforcementRow[] = [
  [hstsRedirectHop, 'no header on the redirect', hop(), 'fail', /site\.lab redirects to https:\/\/www\.site\.lab/],
  [hstsRedirectHop, 'a void header on it', hop(hsts('max-age=x')), 'fail'],
  [hstsRedirectHop, 'a header on it', hop(hsts()), 'pass'],
  [hstsRedirectHop, 'a redirect to another domain', away, 'fail', /other\.lab/],
  [hstsRedirectHop, 'no redirect', sound(), 'not-applicable'],
  [hstsRedirectHop, 'silence', nothing, 'inconclusive'],
  [hstsNoSubdomains, 'max-age alone', sound([hsts('max-age=31536000')]), 'fail', /lacks includeSubDomains/],
  [hstsNoSubdomains, 'all', sound(), 'pass'],
  [hstsNoSubdomains, 'no policy', sound([]), 'not-applicable'],
  [
    hstsNoSubdomains,
    'www alone',
    visits({ 'https-www': [['https://www.site.lab/', 200, hsts('max-age=31536000')]] }),
    'not-applicable',
  ],
  [hstsPreloadIneligible, 'everything', both(asks), 'pass'],
  [
    hstsPreloadIneligible,
    'a short age',
    both('max-age=3000; includeSubDomains; preload'),
    'fail',
    /max-age is below 31536000/,
  ],
  [hstsPreloadIneligible, 'no subdomains', both('max-age=31536000; preload'), 'fail', /includeSubDomains is missing/],
  [hstsPreloadIneligible, 'a page on port 80', both(asks, ['http://site.lab/', 200]), 'fail', /does not redirect/],
  [hstsPreloadIneligible, 'silence on port 80', both(asks, ['http://site.lab/', 'timeout']), 'inconclusive'],
  [hstsPreloadIneligible, 'not asked for', sound(), 'not-applicable'],
  [
    hstsPreloadStatus,
    'a preloaded top-level domain',
    visits({ 'https-apex': [['https://site.dev/', 200]] }, { domain: 'site.dev' }),
    'informational',
    /below \.dev are preloaded/,
  ],
  [hstsPreloadStatus, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);
