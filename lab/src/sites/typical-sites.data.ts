import { html, type HeaderLine, type Page, type Pages, plain, redirect } from './site.ts';
import { markup, type PolicySite } from './policy-site.ts';

const toHttps = (host: string): Pages => ({ '*': redirect(`https://${host}/`) });

/** An origin of documents: its page, and an error page with the same headers. */
const pages = (headers: readonly HeaderLine[], body: string, more: Readonly<Record<string, Page>> = {}): Pages => ({
  ...more,
  '/': html(headers, body),
  '*': html(headers, markup('Not found', '<p>Nothing is here.</p>'), 404),
});

const script: Page = plain('"use strict";document.title+="";\n', [['X-Content-Type-Options', 'nosniff']]);

const searchForm =
  '<script src="/app.js"></script><form action="/search"><input name="q"><button>Search</button></form>';

const giantHeaders: readonly HeaderLine[] = [
  ['Server', 'gws'],
  ['X-XSS-Protection', '0'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['Cache-Control', 'private, max-age=0'],
  [
    'Content-Security-Policy-Report-Only',
    "object-src 'none'; base-uri 'self'; script-src 'nonce-{nonce}' 'strict-dynamic' 'report-sample' 'unsafe-eval' 'unsafe-inline' https: http:; report-uri /csp",
  ],
  ['Permissions-Policy', 'unload=()'],
  ['Set-Cookie', 'AEC=AaJma5tXo0Qm2W8rP1; Path=/; Secure; HttpOnly; SameSite=lax'],
];

const giantPage = markup('Search', searchForm.replace('<script ', '<script nonce="{nonce}" '));

const codeHeaders: readonly HeaderLine[] = [
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains; preload'],
  ['X-Frame-Options', 'deny'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-XSS-Protection', '0'],
  ['Referrer-Policy', 'origin-when-cross-origin, strict-origin-when-cross-origin'],
  [
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'self'; child-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; manifest-src 'self'; media-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; upgrade-insecure-requests; worker-src 'self'",
  ],
  ['Cache-Control', 'max-age=0, private, must-revalidate'],
  ['Set-Cookie', '_code_sess=Q3JlYXRlZCBmb3IgdGhlIGxhYg; Path=/; Secure; HttpOnly; SameSite=Lax'],
  ['Set-Cookie', 'logged_in=no; Path=/; Secure; HttpOnly; SameSite=Lax'],
];

const wordpressPage = markup(
  'A blog',
  '<script src="/wp-includes/js/blog.js"></script><p>Posts</p><form action="/" method="get"><input name="s"></form>',
  '<meta name="generator" content="WordPress 6.8.3"><link rel="https://api.w.org/" href="/wp-json/">',
);

const wordpressHeaders: readonly HeaderLine[] = [
  ['Server', 'cloudflare'],
  ['CF-Cache-Status', 'DYNAMIC'],
  ['CF-Ray', '8f2c1d0e5a7b3c4d-FRA'],
  ['X-Powered-By', 'PHP/8.2.26'],
  ['Link', '<https://typical-wordpress.lab/wp-json/>; rel="https://api.w.org/"'],
];

const users: Page = {
  status: 200,
  headers: [['Content-Type', 'application/json; charset=UTF-8']],
  body: '[{"id":1,"name":"Editor","slug":"editor","link":"https://typical-wordpress.lab/author/editor/"}]\n',
};

const staticHeaders: readonly HeaderLine[] = [
  ['Server', 'GitHub.com'],
  ['Access-Control-Allow-Origin', '*'],
  ['Cache-Control', 'max-age=600'],
  ['Vary', 'Accept-Encoding'],
];

const refusal = (status: number, message: string): Page => ({
  status,
  headers: [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ],
  body: `${JSON.stringify({ message })}\n`,
});

/** Realistic sites, each with the findings that an expert expects about its HTTP. */
export const typicalSites: Readonly<Record<string, PolicySite>> = {
  'typical-giant.lab': {
    what: 'A search giant: content over http, no HSTS, a policy that only reports',
    site: {
      http: pages(giantHeaders, giantPage, { '/app.js': script }),
      https: pages(giantHeaders, giantPage, { '/app.js': script }),
    },
  },
  'typical-code.lab': {
    what: 'A host of source code: strict headers, preloaded',
    site: {
      http: toHttps('typical-code.lab'),
      https: pages(codeHeaders, markup('Code', searchForm), { '/app.js': script }),
    },
  },
  'typical-wordpress.lab': {
    what: 'WordPress behind a network of caches, with its defaults',
    site: {
      http: toHttps('typical-wordpress.lab'),
      https: pages(wordpressHeaders, wordpressPage, {
        '/wp-includes/js/blog.js': script,
        '/wp-json/wp/v2/users': users,
      }),
    },
  },
  'typical-static.lab': {
    what: 'A static site with scripts at a host that lets nobody set headers',
    site: {
      http: toHttps('typical-static.lab'),
      https: pages(staticHeaders, markup('Manual', '<script src="/app.js"></script><p>Read.</p>'), {
        '/app.js': script,
      }),
    },
  },
  'typical-static-plain.lab': {
    what: 'The same without scripts',
    site: {
      http: toHttps('typical-static-plain.lab'),
      https: pages(staticHeaders, markup('Manual', '<p>Read.</p>')),
    },
  },
  'typical-api.lab': {
    what: 'An API: 401 and 404 in JSON for strangers',
    site: {
      http: toHttps('typical-api.lab'),
      https: { '/': refusal(401, 'Requires authentication'), '*': refusal(404, 'Not Found') },
    },
  },
};
