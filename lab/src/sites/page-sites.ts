import { createHash } from 'node:crypto';
import { html, plain, redirect, type HeaderLine, type Page, type Pages, type Site } from './site.ts';
import { hsts, markup, type PolicySite } from './policy-site.ts';
import { libraryFile } from './library-files.ts';
import { planted } from './planted.data.ts';

const script = (body: string, headers: readonly HeaderLine[] = []): Page => ({
  status: 200,
  headers: [['Content-Type', 'text/javascript; charset=utf-8'], ...headers],
  body,
});

const sourceMap = (sources: readonly string[], content = 'secretly()'): Page => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({
    version: 3,
    sources,
    sourcesContent: sources.map(() => content),
    names: [],
    mappings: 'AAAA',
  }),
});

interface Parts {
  readonly body: string;
  readonly head?: string;
  readonly headers?: readonly HeaderLine[];
  readonly paths?: Readonly<Record<string, Page>>;
  /** Of the address that http leads to. */
  readonly query?: string;
}

/** A site that redirects to https, and there serves a page and its files. */
function pages(
  host: string,
  what: string,
  { body, head = '', headers = [], paths = {}, query = '' }: Parts,
): PolicySite {
  const document = html([hsts, ...headers], markup(host, body, head));
  const secure: Pages = { '/': document, '*': html([hsts], markup('Not found', ''), 404), ...paths };
  return { what, site: { http: { '*': redirect(`https://${host}/${query}`) }, https: secure } };
}

const tag = (src: string, more = ''): string => `<script src="${src}"${more === '' ? '' : ` ${more}`}></script>`;
const integrityOf = (text: string): string =>
  `integrity="sha384-${createHash('sha384').update(text).digest('base64')}"`;

const cleanScript = 'document.title;\n//# sourceMappingURL=app.js.map';
const bundle = (library: string): string =>
  `"use strict";${'var a=1;'.repeat(1_000)}${library};${'var b=2;'.repeat(100)}`;
const mixed =
  '<script src="http://static.good.lab/a.js"></script><img src="http://static.good.lab/x.png" alt=""><form action="http://mixed-upgraded.lab/send" method="post"><input name="mail"></form>';

const openLogin: Site['http'] = {
  '*': html(
    [],
    markup(
      'login',
      `${tag('//static.good.lab/a.js')}<form method="post"><input name="user"><input type="password" name="p"></form>`,
    ),
  ),
};

/** Sites for checks of page content. */
export const pageSites: Readonly<Record<string, PolicySite>> = {
  'libs.lab': pages('libs.lab', 'Old libraries: neutral names, a bundle, a back-port, an address of another site', {
    body: [
      tag('/js/one.js'),
      tag('/js/bundle.js'),
      tag('/js/three.js'),
      tag('/js/patched.js'),
      tag('/js/small.js'),
      tag('https://static.good.lab/bootstrap-3.3.7.min.js'),
      `<script>${libraryFile('moment 2.10.6')}</script>`,
    ].join('\n'),
    paths: {
      '/js/one.js': script(libraryFile('jquery 1.12.4')),
      '/js/bundle.js': script(bundle(libraryFile('lodash 4.17.11'))),
      '/js/three.js': script(libraryFile('angular 1.5.8')),
      '/js/patched.js': script(libraryFile('jquery 1.12.4').replace('v1.12.4', 'v1.12.4-aem')),
      '/js/small.js': script('/*!\n * Vue.js v2.6.14\n * (c) 2014-2021 Evan You\n */\nvar Vue;'),
    },
  }),
  'libs-new.lab': pages('libs-new.lab', 'A current library', {
    body: tag('/js/one.js'),
    paths: { '/js/one.js': script(libraryFile('jquery 3.7.1')) },
  }),
  'sri.lab': pages('sri.lab', 'Integrity hashes with every mistake', {
    body: [
      tag('https://static.good.lab/none.js'),
      tag('https://static.good.lab/md5.js', 'integrity="md5-XrY7u+Ae7tCTyyK7j1rNww==" crossorigin'),
      tag('https://static.good.lab/bare.js', integrityOf('x')),
      tag('/changed.js', integrityOf('x')),
      tag('https://static.good.lab/right.js', `${integrityOf('x')} crossorigin="anonymous"`),
    ].join('\n'),
    paths: { '/changed.js': script('y') },
  }),
  'mixed-upgraded.lab': pages('mixed-upgraded.lab', 'Mixed content under upgrade-insecure-requests', {
    body: mixed,
    headers: [['Content-Security-Policy', 'upgrade-insecure-requests']],
  }),
  'open-login.lab': {
    what: 'A login over HTTP, with a script whose address has no scheme; nothing listens on 443',
    site: { http: openLogin, https: openLogin },
    more: { ports: [80] },
  },
  'secrets.lab': pages('secrets.lab', 'Keys, comments, a generator, robots.txt and a source map that tell too much', {
    query: `?token=${planted.carried}`,
    head: `<meta name="generator" content="WordPress 4.5.3"><meta name="csrf-token" content="${planted.carried}">`,
    headers: [
      ['Set-Cookie', `session=${planted.carried}; Path=/`],
      ['X-Api-Key', planted.carried],
      ['Authorization', `Bearer ${planted.carried}`],
      ['Refresh', `3600; url=/?session_id=${planted.carried}`],
      ['Reporting-Endpoints', `default="https://secrets.lab/reports?token=${planted.carried}"`],
      ['Location', `https://deploy:${planted.carried}@secrets.lab/`],
      ['Link', `</style.css?token=${planted.carried}>; rel=preload; as=style`],
      ['Content-Security-Policy-Report-Only', `script-src 'self'; report-uri /csp?api_key=${planted.carried}`],
    ],
    body: [
      `<form action="https://deploy:${planted.carried}@secrets.lab/send"><input type="hidden" name="csrf" value="${planted.carried}"></form>`,
      `<a href="/reset?token=${planted.carried}">Reset</a><img src="/a.png?signature=${planted.carried}" alt="">`,
      `<script src="/lib.js?access_token=${planted.carried}"></script>`,
      `<script>var settings = { "password": "${planted.carried}" };</script>`,
      `<!-- database password: ${planted.password} on db.corp.internal -->`,
      `<script>var key = "${planted.stripe}", open = "${planted.publishable}";</script>`,
      `<script>var token = "${planted.github}";</script>`,
      '<p onclick="go()">x</p>',
      tag('/app.js'),
    ].join('\n'),
    paths: {
      '/app.js': script(`var pem = ${JSON.stringify(planted.privateKey)};\n//# sourceMappingURL=app.js.map`),
      '/app.js.map': sourceMap(['src/app.ts', 'src/login.ts'], `login('${planted.carried}')`),
      '/lib.js': script(
        `/*! lib v1.2.3 */ fetch('/data.json', { headers: { authorization: 'Bearer ${planted.carried}' } })`,
      ),
      '/.well-known/security.txt': plain(
        `Contact: mailto:security@secrets.lab\nExpires: 2027-06-30T00:00:00Z\nPolicy: https://secrets.lab/policy?access_token=${planted.carried}\n`,
      ),
      '*': {
        status: 404,
        headers: [['Content-Type', 'text/html'], hsts],
        body: `<!doctype html><title>Not found</title><pre>{"error":"no such page","apiKey":"${planted.carried}","password":"${planted.password}"}</pre>`,
      },
      '/robots.txt': plain(
        `User-agent: *\nDisallow: /admin-old/\nDisallow: /backup.sql\nDisallow: /feed?token=${planted.carried}\n`,
      ),
    },
  }),
  'deadref.lab': pages('deadref.lab', 'Refers to domains that nobody owns, and to one that served malicious code', {
    head: '<meta name="generator" content="WordPress 6.8.1">',
    headers: [
      [
        'Content-Security-Policy',
        "script-src 'self' https://cdn.gone-vendor.lab https://cdn.polyfill.io https://*.on-hold.lab",
      ],
    ],
    body: [
      tag('https://cdn.gone-vendor.lab/w.js'),
      tag('https://cdn.polyfill.io/v3/polyfill.min.js'),
      '<iframe src="https://static.good.lab/frame"></iframe>',
      '<a href="https://gone-partner.lab/">Partner</a>',
    ].join('\n'),
  }),
  'clean.lab': pages('clean.lab', 'Scripts, frames, forms and links as they should be', {
    headers: [['Integrity-Policy', 'blocked-destinations=(script)']],
    body: [
      '<!-- navigation -->',
      tag('/app.js', integrityOf(cleanScript)),
      tag('https://static.good.lab/right.js', `${integrityOf('x')} crossorigin="anonymous"`),
      '<iframe src="https://static.good.lab/boxed" sandbox></iframe>',
      '<form action="/login" method="post"><input name="user"><input type="password" name="p"></form>',
      '<a href="https://good.lab/">good</a>',
    ].join('\n'),
    paths: { '/app.js': script(cleanScript), '/robots.txt': plain('User-agent: *\nDisallow: /search\n') },
  }),
};
