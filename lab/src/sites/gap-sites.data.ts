import { html, redirect, type HeaderLine, type Page } from './site.ts';
import { hsts, markup, type PolicySite } from './policy-site.ts';

const guards: readonly HeaderLine[] = [
  hsts,
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
];
const links = '<a href="/about">About</a> <a href="/contact">Contact</a> <a href="/account/logout">Log out</a>';
const page = (title: string, headers: readonly HeaderLine[], status = 200): Page =>
  html(headers, markup(title, `<p>${links}</p>`), status);

const site = (host: string, what: string, pages: Readonly<Record<string, Page>>, missing: Page): PolicySite => ({
  what,
  site: { http: { '*': redirect(`https://${host}/`) }, https: { ...pages, '*': missing } },
});

/** Sites whose other pages have different protection from their document. */
export const gapSites: Readonly<Record<string, PolicySite>> = {
  'gaps.lab': site(
    'gaps.lab',
    'Protects its document alone: not its pages, and not its errors',
    { '/': page('gaps', guards), '/about': page('About', []), '/contact': page('Contact', [hsts]) },
    page('Not found', [], 404),
  ),
  'gaps-none.lab': site(
    'gaps-none.lab',
    'Protects every page, and clears data',
    {
      '/': page('gaps-none', [...guards, ['Clear-Site-Data', '"cache"']]),
      '/about': page('About', guards),
      '/contact': page('Contact', guards),
    },
    page('Not found', guards, 404),
  ),
  // bücher.lab in A-labels.
  'xn--bcher-kva.lab': site(
    'xn--bcher-kva.lab',
    'A name with a letter beyond ASCII',
    { '/': page('books', guards) },
    page('Not found', guards, 404),
  ),
  'gaps-ipv6.lab': {
    ...site(
      'gaps-ipv6.lab',
      'Protects its document over IPv4 alone',
      { '/': { ...page('gaps-ipv6', guards), lackingOverIpv6: guards.map(([name]) => name) } },
      page('Not found', guards, 404),
    ),
    more: { ipv6: true },
  },
};
