import { html, plain, redirect, type HeaderLine, type Page } from './site.ts';
import { hsts, markup, type PolicySite } from './policy-site.ts';

const echo: HeaderLine = ['Access-Control-Allow-Origin', '{origin}'];
const credentials: HeaderLine = ['Access-Control-Allow-Credentials', 'true'];
const vary: HeaderLine = ['Vary', 'Origin'];

const site = (
  host: string,
  what: string,
  headers: readonly HeaderLine[],
  more: Partial<Page> = {},
  paths: Readonly<Record<string, Page>> = {},
): PolicySite => ({
  what,
  site: {
    http: { '*': redirect(`https://${host}/`) },
    https: { ...paths, '*': { ...html([hsts, ...headers], markup(host, '<p>Text.</p>')), ...more } },
  },
});

const policyFile = (domain: string): Page =>
  plain(`<?xml version="1.0"?>\n<cross-domain-policy><allow-access-from domain="${domain}"/></cross-domain-policy>\n`);

/** Sites with CORS policies. */
export const corsSites: Readonly<Record<string, PolicySite>> = {
  'cors-sound.lab': site(
    'cors-sound.lab',
    'Grants one known origin, and is isolated',
    [
      ['Access-Control-Allow-Origin', 'https://app.cors-sound.lab'],
      credentials,
      vary,
      ['Cross-Origin-Opener-Policy', 'same-origin; report-to="main"'],
      ['Cross-Origin-Embedder-Policy', 'require-corp'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ],
    {},
    { '/crossdomain.xml': policyFile('app.cors-sound.lab') },
  ),
  'cors-null.lab': site(
    'cors-null.lab',
    'Grants the origin null with credentials; isolation that only reports',
    [echo, credentials, vary, ['Cross-Origin-Opener-Policy-Report-Only', 'same-origin; report-to="main"']],
    { origins: /^null$/ },
  ),
  'cors-suffix.lab': site('cors-suffix.lab', 'Compares the beginning of origins', [echo, credentials, vary], {
    origins: /^https:\/\/cors-suffix\.lab/,
  }),
  'cors-prefix.lab': site('cors-prefix.lab', 'Compares the end of origins', [echo, credentials, vary], {
    origins: /^https:.*cors-prefix\.lab$/,
  }),
  'cors-http.lab': site(
    'cors-http.lab',
    'Grants its own name over http; COOP without COEP',
    [echo, credentials, vary, ['Cross-Origin-Opener-Policy', 'same-origin']],
    {
      origins: /^https?:\/\/cors-http\.lab$/,
    },
  ),
  'cors-public.lab': site('cors-public.lab', 'Echoes every origin without credentials and without Vary', [echo]),
  'cors-star.lab': site(
    'cors-star.lab',
    'Grants everyone, and credentials; a policy file for plug-ins',
    [['Access-Control-Allow-Origin', '*'], credentials],
    { preflight: [['Access-Control-Allow-Private-Network', 'true']] },
    { '/crossdomain.xml': policyFile('*') },
  ),
  'cors-preflight.lab': site('cors-preflight.lab', 'Only its preflights grant everything', [vary], {
    preflight: [
      echo,
      credentials,
      ['Access-Control-Allow-Methods', 'GET, PUT'],
      ['Access-Control-Allow-Headers', 'X-Perimeter'],
      ['Access-Control-Max-Age', '31536000'],
    ],
  }),
  'iso-bad.lab': site('iso-bad.lab', 'Isolation headers that browsers drop', [
    ['Cross-Origin-Opener-Policy', '"same-origin"'],
    ['Cross-Origin-Embedder-Policy', 'required'],
    ['Cross-Origin-Resource-Policy', 'Same-Origin'],
  ]),
};
