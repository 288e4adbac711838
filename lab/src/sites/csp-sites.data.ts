import type { HeaderLine } from './site.ts';
import { markup, type PolicySite, securePage } from './policy-site.ts';

const csp = (policy: string): HeaderLine => ['Content-Security-Policy', policy];

/** A script and a form, for policies to restrict. */
const lively = '<script src="/app.js"></script><form action="/search"><input name="q"></form>';

const policed = (host: string, what: string, headers: readonly HeaderLine[], body = lively, head = ''): PolicySite => ({
  what,
  site: securePage(host, headers, markup(host, body, head)),
});

const nonced = '<script nonce="{nonce}">go()</script><script nonce="{nonce}" src="/app.js"></script>';
const fixedNonce = 'c3RhdGljLW5vbmNlLXZhbHVl';

/** Sites with one Content Security Policy each. */
export const cspSites: Readonly<Record<string, PolicySite>> = {
  'csp-strict.lab': policed(
    'csp-strict.lab',
    'Nonces of 128 bits with strict-dynamic, Trusted Types, and reports',
    [
      csp(
        "script-src 'nonce-{nonce}' 'strict-dynamic' https: 'unsafe-inline'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; report-to csp; report-uri /csp",
      ),
      ['Reporting-Endpoints', 'csp="https://csp-strict.lab/csp"'],
    ],
    nonced,
  ),
  'csp-dynamic.lab': policed(
    'csp-dynamic.lab',
    'The same without anything for old browsers, and with WebAssembly',
    [csp("script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'")],
    nonced,
  ),
  'csp-nonce-static.lab': policed(
    'csp-nonce-static.lab',
    'The same nonce in every response, which no cache may keep',
    [csp(`script-src 'nonce-${fixedNonce}'; object-src 'none'; base-uri 'none'`), ['Cache-Control', 'no-store']],
    `<script nonce="${fixedNonce}">go({time})</script>`,
  ),
  'csp-nonce-cached.lab': policed(
    'csp-nonce-cached.lab',
    'The same nonce in every response, because a cache answers',
    [csp(`script-src 'nonce-${fixedNonce}'; object-src 'none'; base-uri 'none'`), ['Age', '30'], ['X-Cache', 'HIT']],
    `<script nonce="${fixedNonce}">go()</script>`,
  ),
  'csp-nonce-short.lab': policed(
    'csp-nonce-short.lab',
    'A nonce of eight characters',
    [csp("script-src 'nonce-{short}'; object-src 'none'; base-uri 'none'")],
    '<script nonce="{short}">go()</script>',
  ),
  'csp-bypass.lab': policed('csp-bypass.lab', 'A list of hosts, one of which serves JSONP', [
    csp(
      "default-src 'self'; script-src 'self' https://accounts.google.com 'unsafe-eval' 'unsafe-hashes' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    ),
  ]),
  'csp-http.lab': policed('csp-http.lab', 'Sources of plain HTTP, and an IP address', [
    csp("default-src 'self'; script-src 'self' http://cdn.csp-http.lab; img-src 'self' https://203.0.113.9"),
  ]),
  'csp-report-only.lab': policed('csp-report-only.lab', 'A policy that only reports', [
    ['Content-Security-Policy-Report-Only', "default-src 'self'; report-uri /csp"],
  ]),
  'csp-name.lab': policed('csp-name.lab', 'The name of the header in its value', [
    csp("Content-Security-Policy: script-src 'self'"),
  ]),
  'csp-frame.lab': policed('csp-frame.lab', 'A policy about frames alone', [csp("frame-ancestors 'none'")]),
  'csp-two.lab': policed('csp-two.lab', 'Two policies, of which the first blocks what the second allows', [
    csp("default-src 'self'; base-uri 'none'; form-action 'self'"),
    csp("script-src * 'unsafe-inline' 'unsafe-eval'"),
  ]),
  'csp-meta.lab': policed(
    'csp-meta.lab',
    'A policy in a meta element, first in the head',
    [],
    lively,
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; base-uri 'none'; form-action 'self'\">",
  ),
  'csp-meta-late.lab': policed(
    'csp-meta-late.lab',
    'A policy in a meta element, after a script and with directives for headers',
    [],
    lively,
    '<script>early()</script><meta http-equiv="Content-Security-Policy" content="default-src \'self\'; frame-ancestors \'none\'; block-all-mixed-content">',
  ),
  'csp-orphan.lab': policed('csp-orphan.lab', 'strict-dynamic without a nonce: no script runs', [
    csp("script-src 'strict-dynamic' https:; object-src 'none'; base-uri 'none'"),
  ]),
  'csp-attr.lab': policed('csp-attr.lab', 'Event handlers run, script elements do not; one keyword without quotes', [
    csp("default-src 'self'; script-src-elem self; script-src-attr 'unsafe-inline'; style-src-attr 'unsafe-inline'"),
  ]),
  'csp-none.lab': policed('csp-none.lab', 'A page with a script and a form, and no policy', []),
  'csp-inert.lab': policed('csp-inert.lab', 'A page without script or form, and no policy', [], '<p>Text.</p>'),
  'csp-overruled.lab': policed(
    'csp-overruled.lab',
    'A short nonce and strict-dynamic where they decide about no script',
    [
      csp(
        "default-src 'nonce-short' 'strict-dynamic'; script-src 'self' ws: wss:; script-src-attr 'strict-dynamic'; object-src 'none'",
      ),
    ],
  ),
};
