import { html, type HeaderLine, type Page, type Pages } from './site.ts';
import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

const page = (host: string, what: string, more: PolicySite['more'] = {}): PolicySite => ({
  what,
  site: securePage(host, [], markup(host, '<p>Goods of all kinds</p>')),
  more,
});

/** Marks that a CDN adds. */
const edge: readonly HeaderLine[] = [
  ['Server', 'cloudflare'],
  ['CF-RAY', '8f1c2d3e4f5a6b7c-LAB'],
];
const goods = markup('Goods', `<p>${'Boots, coats and hats for rain, snow and wind. '.repeat(8)}</p>`);

const fronted = (host: string): PolicySite => ({
  what: 'A site behind a CDN, whose mail host is its origin',
  site: securePage(host, edge, goods),
});

/** The origin of a fronted site: its answers for the site's name, and for others. */
function origin(host: string, answer: Page, what: string): PolicySite {
  const pages = { [`//${host}/`]: answer, '*': html([hsts], markup('Mail', '<p>Mail server</p>')) } as Pages;
  return { what, site: { http: pages, https: pages } };
}

const other: Page = {
  ...html([hsts], markup('six-other', `<p>${'News of the harbour, the market and the theatre. '.repeat(8)}</p>`)),
  overIpv6: html([hsts], markup('Welcome', `<p>${'If you see this page, the server is installed. '.repeat(8)}</p>`)),
};

/** Sites for checks of registration, addresses and networks; what is odd about most stands in their zones, the registry and the files of routes. */
export const routingSites: Readonly<Record<string, PolicySite>> = {
  'registration-ended.lab': page('registration-ended.lab', 'The registration is in redemption'),
  'registration-soon.lab': page('registration-soon.lab', 'The registration ends in three weeks'),
  'bogon.lab': page('bogon.lab', 'Addresses that are not routed, beside one that is'),
  'six-dead.lab': page('six-dead.lab', 'An AAAA record of a host that refuses port 443'),
  'six-mute.lab': {
    what: 'A host without HTTPS, to which six-dead.lab leads over IPv6',
    site: { http: { '*': html([], markup('six-mute', '')) }, https: { '*': html([], '') } },
    more: { ports: [80], ipv6: true },
  },
  'six-other.lab': {
    what: 'Another page over IPv6',
    site: { http: { '*': other }, https: { '*': other } },
    more: { ipv6: true },
  },
  'rpki-other.lab': page('rpki-other.lab', 'A route by a system that no ROA names'),
  'listed.lab': page('listed.lab', 'On both block lists of the lab, and without a reverse name', { reverse: '' }),
  'fronted.lab': fronted('fronted.lab'),
  'direct.fronted.lab': origin(
    'fronted.lab',
    html([hsts], goods),
    'The origin of fronted.lab, which answers everybody',
  ),
  'fronted-shut.lab': fronted('fronted-shut.lab'),
  'direct.fronted-shut.lab': origin(
    'fronted-shut.lab',
    html([hsts], markup('Forbidden', ''), 403),
    'The origin of fronted-shut.lab, which answers its CDN alone',
  ),
};

/** What the registry of the lab says of domains beside its first ones: statuses, and days until the end. */
export const registrations: Readonly<Record<string, readonly [statuses: readonly string[], days: number]>> = {
  'registration-ended.lab': [['redemption period', 'pending restore'], -12],
  'registration-soon.lab': [['client transfer prohibited'], 21],
};
