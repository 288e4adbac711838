import { html, plain, redirect, type HeaderLine, type Page } from './site.ts';
import { markup, type PolicySite } from './policy-site.ts';

const hsts = (value: string): HeaderLine => ['Strict-Transport-Security', value];
const csp: HeaderLine = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
];
const others: readonly HeaderLine[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const strict = hsts('max-age=63072000; includeSubDomains');

interface Changes {
  /** Of HSTS and of the policy. */
  readonly policies?: readonly HeaderLine[];
  /** All other headers. */
  readonly headers?: readonly HeaderLine[];
  readonly more?: Readonly<Record<string, Page>>;
  readonly head?: string;
  readonly only?: 'TLSv1.2';
}

/** A correct site with the given changes. */
function site(host: string, what: string, changes: Changes = {}): PolicySite {
  const lines = [...(changes.policies ?? [strict, csp]), ...(changes.headers ?? others)];
  const securityTxt = `Contact: mailto:security@${host}\nExpires: 2027-06-30T00:00:00Z\nCanonical: https://${host}/.well-known/security.txt\n`;
  return {
    what,
    site: {
      http: { '*': redirect(`https://${host}/`) },
      https: {
        '/': html([...lines, ['Cache-Control', 'no-cache']], markup(host, '<p>Text.</p>', changes.head)),
        '/.well-known/security.txt': plain(securityTxt, lines),
        '*': html(lines, markup('Not found', '<p>Nothing is here.</p>'), 404),
        ...changes.more,
      },
    },
    more: { ipv6: true, ...(changes.only === undefined ? {} : { only: changes.only }) },
  };
}

const busy: Page = { status: 429, headers: [strict, csp, ...others, ['Retry-After', '3600']], body: 'Later\n' };
const script: Page = {
  status: 200,
  headers: [['Content-Type', 'text/javascript'], ...others],
  body: '/*! jQuery v3.4.1 | (c) JS Foundation and other contributors | jquery.org/license */\n"use strict";\n',
};

/** What each site lacks for an A+: in its headers, pages, zone or TLS settings. */
export const aPlusSites = {
  'aplus.lab': site('aplus.lab', 'Everything that an A+ requires, without mail'),
  'aplus-tls.lab': site('aplus-tls.lab', 'All that an A+ requires but TLS 1.3', { only: 'TLSv1.2' }),
  'aplus-age.lab': site('aplus-age.lab', 'All that an A+ requires, with HSTS for a hundred days', {
    policies: [hsts('max-age=8640000; includeSubDomains'), csp],
  }),
  'aplus-below.lab': site('aplus-below.lab', 'All that an A+ requires, with HSTS for one name alone', {
    policies: [hsts('max-age=63072000'), csp],
  }),
  'aplus-policy.lab': site('aplus-policy.lab', 'All that an A+ requires but a Content Security Policy', {
    policies: [strict],
  }),
  'aplus-signed.lab': site('aplus-signed.lab', 'All that an A+ requires but DNSSEC'),
  'aplus-dmarc.lab': site('aplus-dmarc.lab', 'All that an A+ requires, with a DMARC policy of none'),
  'aplus-spf.lab': site('aplus-spf.lab', 'All that an A+ requires but an SPF record'),
  'aplus-points.lab': site('aplus-points.lab', 'No issue of medium severity, and too many of low severity', {
    policies: [strict, ['Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'"]],
    headers: [
      ['Referrer-Policy', 'unsafe-url'],
      ['Server', 'nginx/1.28.0'],
      ['X-Powered-By', 'PHP/8.4.14'],
      ['Set-Cookie', 'theme=dark; Secure; SameSite=Lax; Path=/'],
    ],
  }),
  'aplus-medium.lab': site('aplus-medium.lab', 'All that an A+ requires, with one issue of medium severity', {
    policies: [strict, [csp[0], `${csp[1]}; script-src 'self'`]],
    more: { '/jquery-3.4.1.min.js': script },
    head: '<script src="/jquery-3.4.1.min.js"></script>',
  }),
  'aplus-unseen.lab': site('aplus-unseen.lab', 'All that an A+ requires, but with a rate limit for what is not there', {
    more: { '/server.key': busy },
  }),
} satisfies Readonly<Record<string, PolicySite>>;
