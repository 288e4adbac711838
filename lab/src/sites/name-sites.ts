import { everywhere, html, plain, type HeaderLine, type Page, type Pages } from './site.ts';
import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

/** What each vendor shows under names that nobody has claimed. */
export const vendorMarks = {
  'pages-vendor.lab': 'There is no site at this address',
  'bucket-vendor.lab': '<Code>NoSuchBucketHere</Code>',
  'shop-vendor.lab': "This shop isn't open at the moment",
  'desk-vendor.lab': 'This help desk is closed for good',
} as const;

/** Names of customers, each once at every vendor. */
export const customers = ['blog', 'static', 'shop', 'support'] as const;

const claimedBy = (page: Page): Pages =>
  Object.fromEntries([
    ...customers.map((name) => [`//${name}.takeover-healthy.lab/`, page] as const),
    ['*', page],
  ]) as Pages;

/** A service that serves any name pointed to it, and shows all others as free; most customers' pages quote that. */
function vendor(host: keyof typeof vendorMarks, what: string): PolicySite {
  const quote = host === 'pages-vendor.lab' ? '' : `<p>How names get lost: visitors read ${vendorMarks[host]}</p>`;
  const claimed = claimedBy(html([], markup('Customer', `<p>Welcome</p>${quote}`)));
  const free = html([], `<body><p>${vendorMarks[host].replace("'", '&rsquo;')}</p></body>`, 404);
  return { what, site: { http: { ...claimed, '*': free }, https: { ...claimed, '*': free } } };
}

const page = (host: string, what: string, headers: readonly HeaderLine[] = [], body = ''): PolicySite => ({
  what,
  site: securePage(host, headers, markup(host, `<p>Goods of all kinds</p>${body}`)),
});

const open = html([], markup('Build server', '<p>12 jobs</p>'));
const old: HeaderLine = ['Server', 'Apache/2.2.15 (CentOS)'];

/** Sites whose names below the domain lead somewhere; their records stand in the zones of names. */
export const nameSites: Readonly<Record<string, PolicySite>> = {
  'pages-vendor.lab': vendor('pages-vendor.lab', 'A service that hosts pages under the names of its customers'),
  'bucket-vendor.lab': vendor('bucket-vendor.lab', 'A service that hosts files under the names of its customers'),
  'shop-vendor.lab': vendor('shop-vendor.lab', 'A service whose free names can be claimed under conditions'),
  'desk-vendor.lab': vendor('desk-vendor.lab', 'A service that gives names to nobody else'),
  'cloud-vendor.lab': page('cloud-vendor.lab', 'A service whose free names do not exist in DNS'),
  'takeover-unclaimed.lab': page(
    'takeover-unclaimed.lab',
    'Aliases to names at five services that nobody has claimed',
    [
      [
        'Set-Cookie',
        'sid=8f14e45fceea167a5a36dedd4bea2543; Domain=takeover-unclaimed.lab; Secure; HttpOnly; SameSite=Lax',
      ],
    ],
  ),
  'takeover-healthy.lab': page('takeover-healthy.lab', 'Aliases to names at five services that it has claimed', [
    ['Set-Cookie', 'sid=8f14e45fceea167a5a36dedd4bea2543; Domain=takeover-healthy.lab; Secure; HttpOnly; SameSite=Lax'],
  ]),
  'wild.lab': page('wild.lab', 'Every name below it exists'),
  'takeover-wild.lab': page('takeover-wild.lab', 'A wildcard alias to a name that nobody has claimed'),
  'names-broken.lab': page('names-broken.lab', 'Names, mail hosts, services and proofs that lead to domains of nobody'),
  'names-estate.lab': page('names-estate.lab', 'HSTS for all names, of which some have no valid HTTPS'),
  'app.names-estate.lab': {
    what: 'A host without HTTPS',
    site: { http: { '*': html([], markup('App', '<p>App of names-estate.lab</p>')) }, https: { '*': plain('') } },
    more: { ports: [80] },
  },
  'dev.names-estate.lab': {
    what: 'A build server without a login',
    site: { http: { '*': open }, https: { '*': { ...open, headers: [...open.headers, hsts] } } },
  },
  'old.names-estate.lab': {
    what: 'A server whose software gets no security fixes any more',
    site: { http: { '*': html([old], markup('Old', '')) }, https: { '*': html([old, hsts], markup('Old', '')) } },
  },
  'elastic-other.lab': {
    ...page('elastic-other.lab', 'A stranger at an address of a cloud that a name of another domain still has'),
    more: { reverse: 'ec2-198-18-0-234.compute-1.amazonaws.com' },
  },
  'names-good.lab': {
    ...page('names-good.lab', 'Names below the domain as they should be'),
    more: { aliases: ['docs.names-good.lab', 'blog.names-good.lab'] },
  },
  'qa.names-good.lab': {
    what: 'A host of developers behind a login',
    site: securePage('qa.names-good.lab', [], markup('Log in', '<form><input type="password" name="p"></form>')),
  },
  'portal.names-estate.lab': {
    what: 'A host whose certificate has expired',
    site: everywhere(html([], markup('Portal', '<p>Portal of names-estate.lab</p>'))),
    more: { fault: 'expired' },
  },
};
