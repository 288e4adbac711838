import { html, redirect, type HeaderLine, type Page, type Site } from './site.ts';
import { markup, type PolicySite } from './policy-site.ts';

const hsts = (value: string): HeaderLine => ['Strict-Transport-Security', value];
const year = 'max-age=31536000; includeSubDomains';

const page = (title: string, ...headers: readonly HeaderLine[]): Page => html(headers, markup(title, '<p>Text.</p>'));

/** Redirects to https on the host that was asked, and there serves one page. */
const secured = (https: Page): Site => ({ http: { '*': redirect('https://{host}/') }, https: { '*': https } });

const withHsts = (host: string, what: string, ...values: readonly string[]): PolicySite => ({
  what,
  site: secured(page(host, ...values.map(hsts))),
});

/** Sites about redirects, HSTS, and requests that no visitor makes. */
export const httpsSites: Readonly<Record<string, PolicySite>> = {
  'hsts-short.lab': withHsts('hsts-short.lab', 'HSTS for a day', 'max-age=86400; includeSubDomains'),
  'hsts-half.lab': withHsts(
    'hsts-half.lab',
    'HSTS for 200 days, in capitals and quotes',
    'MAX-AGE="17280000" ; IncludeSubDomains',
  ),
  'hsts-zero.lab': withHsts('hsts-zero.lab', 'HSTS switched off', 'max-age=0'),
  'hsts-two.lab': withHsts('hsts-two.lab', 'Two HSTS lines, of which the first is void', 'includeSubDomains', year),
  'hsts-bare.lab': withHsts('hsts-bare.lab', 'HSTS without subdomains', 'max-age=31536000'),
  'hsts-none.lab': withHsts('hsts-none.lab', 'No HSTS'),
  'hsts-preload-age.lab': withHsts(
    'hsts-preload-age.lab',
    'Asks for preloading with a short age',
    'max-age=15552000; includeSubDomains; preload',
  ),
  'hsts-preload-bare.lab': withHsts(
    'hsts-preload-bare.lab',
    'Asks for preloading without subdomains',
    'max-age=31536000; preload',
  ),
  'hsts-hop.lab': {
    what: 'The domain redirects to its www name without HSTS, which only that name has',
    site: {
      http: { '*': redirect('https://{host}/') },
      https: { '//hsts-hop.lab/': redirect('https://www.hsts-hop.lab/'), '*': page('hsts-hop.lab', hsts(year)) },
    },
    more: { aliases: ['www.hsts-hop.lab'] },
  },
  'offhost.lab': {
    what: 'http redirects to the www name over https first; asks for preloading all the same',
    site: {
      http: { '*': redirect('https://www.offhost.lab/') },
      https: { '*': page('offhost.lab', hsts(`${year}; preload`)) },
    },
    more: { aliases: ['www.offhost.lab'] },
  },
  'downgrade.lab': {
    what: 'https redirects to http',
    site: {
      http: { '/plain': page('downgrade.lab'), '*': redirect('https://downgrade.lab/') },
      https: { '*': redirect('http://downgrade.lab/plain', [hsts(year)], 302) },
    },
  },
  'metarefresh.lab': {
    what: 'A page over http that sends browsers to https',
    site: {
      http: {
        '*': html(
          [],
          markup('metarefresh.lab', '', '<meta http-equiv="refresh" content="0; url=https://metarefresh.lab/">'),
        ),
      },
      https: { '*': page('metarefresh.lab', hsts(year)) },
    },
  },
  'refresh-header.lab': {
    what: 'A page over http whose Refresh header sends browsers to https',
    site: {
      http: { '*': page('refresh-header.lab', ['Refresh', '0;url=https://refresh-header.lab/']) },
      https: { '*': page('refresh-header.lab', hsts(year)) },
    },
  },
  'p80-closed.lab': {
    what: 'Nothing listens on port 80',
    site: secured(page('p80-closed.lab', hsts(year))),
    more: { ports: [443] },
  },
  'www-no-tls.lab': { what: 'Its www name has no HTTPS', site: secured(page('www-no-tls.lab', hsts(year))) },
  'www.www-no-tls.lab': {
    what: 'The www name without HTTPS',
    site: secured(page('www-no-tls.lab')),
    more: { ports: [80] },
  },
  'trace.lab': {
    what: 'Echoes TRACE, announces PUT, and has a wrong clock',
    site: {
      http: { '*': redirect('https://trace.lab/') },
      https: {
        '*': {
          ...page('trace.lab', hsts(year), ['Allow', 'GET, HEAD, PUT'], ['Date', 'Thu, 01 Jan 2015 00:00:00 GMT']),
          traces: true,
        },
      },
    },
  },
  'hosthdr.lab': {
    what: 'Repeats any Host in its canonical link',
    site: secured(
      html([hsts(year)], markup('hosthdr.lab', '<p>Text.</p>', '<link rel="canonical" href="https://{host}/">')),
    ),
  },
  'basic.lab': {
    what: 'Asks for a password over http and over https',
    site: {
      http: { '*': html([['WWW-Authenticate', 'Basic realm="internal"']], markup('Login', ''), 401) },
      https: { '*': html([hsts(year), ['WWW-Authenticate', 'Basic realm="internal"']], markup('Login', ''), 401) },
    },
  },
  'hsts-repeated.lab': withHsts(
    'hsts-repeated.lab',
    'HSTS with an unknown directive twice, which browsers pass over',
    `${year}; preview; preview`,
  ),
};

/** A site that answers by HTTP/2 alone; its pages are never seen. */
export const http2Sites: Readonly<Record<string, PolicySite>> = {
  'h2only.lab': {
    what: 'HTTP/2 alone, by ALPN and by its first frame',
    site: secured(page('h2only.lab', hsts(year))),
    more: { alpn: ['h2'] },
  },
};
