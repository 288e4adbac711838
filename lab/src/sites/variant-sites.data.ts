import { html, redirect } from './site.ts';
import { hsts, markup, type PolicySite, securePage } from './policy-site.ts';

const year = 'max-age=31536000; includeSubDomains';
const incapsula = '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>';

/** Ordinary text of a shop, longer than any page that stands in the place of one. */
const shop = Array.from(
  { length: 400 },
  (_, item) => `<p><a href="/item/${item}">Item ${item} of the shop</a></p>`,
).join('');

/** Variants of sound and faulty policies that are easily confused. */
export const variantSites: Readonly<Record<string, PolicySite>> = {
  'hsts-quoted.lab': {
    what: 'HSTS for a year, its age in quotes',
    site: {
      http: { '*': redirect('https://{host}/') },
      https: {
        '*': html(
          [['Strict-Transport-Security', 'max-age="31536000"; includeSubDomains']],
          markup('hsts-quoted.lab', '<p>Text.</p>'),
        ),
      },
    },
  },
  'hsts-http-only.lab': {
    what: 'HSTS over http alone, where browsers do not heed it',
    site: {
      http: { '*': redirect('https://{host}/', [['Strict-Transport-Security', year]]) },
      https: { '*': html([], markup('hsts-http-only.lab', '<p>Text.</p>')) },
    },
  },
  'hsts-preload-two.lab': {
    what: 'Asks for preloading by two header lines',
    site: {
      http: { '*': redirect('https://{host}/') },
      https: {
        '*': html(
          [
            ['Strict-Transport-Security', `${year}; preload`],
            ['Strict-Transport-Security', `${year}; preload`],
          ],
          markup('hsts-preload-two.lab', '<p>Text.</p>'),
        ),
      },
    },
  },
  'csp-blocks-own.lab': {
    what: 'A policy that blocks an inline script, a style sheet and a picture of its own page',
    site: securePage(
      'csp-blocks-own.lab',
      [
        [
          'Content-Security-Policy',
          "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ],
      ],
      markup(
        'csp-blocks-own.lab',
        '<script>go()</script><p style="background:url(/paper.png)">Text.</p>',
        '<link rel="stylesheet" href="/own.css"><script src="/own.js"></script>',
      ),
    ),
  },
  'csp-nonce-inline.lab': {
    what: "A nonce beside 'unsafe-inline', which browsers that know nonces ignore",
    site: securePage(
      'csp-nonce-inline.lab',
      [
        [
          'Content-Security-Policy',
          "script-src 'nonce-{nonce}' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ],
      ],
      markup('csp-nonce-inline.lab', '<script nonce="{nonce}">go()</script><p>Text.</p>'),
    ),
  },
  'wall-imperva.lab': {
    what: 'An ordinary page behind Imperva, which puts its script into every page',
    site: securePage('wall-imperva.lab', [['X-Iinfo', '1-2-3']], markup('Shop', shop, incapsula)),
  },
  'wall-imperva-blocked.lab': {
    what: "Imperva's page in the place of the site's",
    site: {
      http: { '*': redirect('https://{host}/') },
      https: {
        '*': html(
          [hsts],
          `<html><head><META NAME="robots" CONTENT="noindex,nofollow">${incapsula}</head><body><iframe src="/_Incapsula_Resource?incident_id=123-456">Request unsuccessful. Incapsula incident ID: 123-456</iframe></body></html>`,
        ),
      },
    },
  },
  'hsts-preload-hop.lab': {
    what: 'The www name asks for preloading the domain, whose own redirect has no HSTS',
    site: {
      http: { '*': redirect('https://{host}/') },
      https: {
        '//hsts-preload-hop.lab/': redirect('https://www.hsts-preload-hop.lab/'),
        '*': html([['Strict-Transport-Security', `${year}; preload`]], markup('hsts-preload-hop.lab', '<p>Text.</p>')),
      },
    },
    more: { aliases: ['www.hsts-preload-hop.lab'] },
  },
};
