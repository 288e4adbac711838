import type { ModuleClaims } from './claim.ts';

/** A head with this in its policy. */
const policy = (pattern: string): RegExp => new RegExp(`^Content-Security-Policy: .*${pattern}`, 'im');
const noPolicy = /^HTTP\/(?![^]*^Content-Security-Policy(?:-Report-Only)?:)/im;

const claim = (on: string, shows: RegExp, notOn = 'good.lab') => ({ on, shows, notOn });

/** What the commands of the Content Security Policy must show: the head in which the policy stands. */
export const contentSecurityPolicyClaims: ModuleClaims = {
  claims: {
    'csp-missing': claim('csp-none.lab', noPolicy),
    'csp-report-only': claim('csp-report-only.lab', /^Content-Security-Policy-Report-Only: default-src/im),
    'csp-unparsable': claim('csp-name.lab', policy('Content-Security-Policy:')),
    'csp-script-unrestricted': claim('csp-frame.lab', /^Content-Security-Policy: frame-ancestors 'none'\r?$/im),
    'csp-unsafe-inline': claim('csp-weak.lab', policy("script-src 'unsafe-inline'")),
    'csp-wildcard-script': claim('csp-weak.lab', policy('data: https:')),
    'csp-nonce-static': claim('csp-nonce-static.lab', policy("'nonce-c3RhdGljLW5vbmNlLXZhbHVl'"), 'csp-strict.lab'),
    'csp-nonce-weak': claim('csp-nonce-short.lab', policy("'nonce-[\\w+/]{8}'"), 'csp-strict.lab'),
    'csp-meta-misplaced': claim('csp-meta-late.lab', /frame-ancestors/, 'csp-meta.lab'),
    'csp-deprecated': claim('csp-meta-late.lab', /block-all-mixed-content/),
    'csp-allowlist-bypass': claim('csp-bypass.lab', policy('https://accounts\\.google\\.com')),
    'csp-unsafe-eval': claim('csp-bypass.lab', policy("'unsafe-eval'")),
    'csp-object-src': claim('csp-weak.lab', policy('object-src \\*')),
    'csp-base-uri': claim('csp-bypass.lab', policy("script-src 'self'(?!.*base-uri)")),
    'csp-form-action': claim('csp-bypass.lab', policy("script-src 'self'(?!.*form-action)")),
    'csp-http-source': claim('csp-http.lab', policy('http://cdn')),
    'csp-strict-dynamic-orphan': claim('csp-orphan.lab', policy("script-src 'strict-dynamic'")),
    'csp-syntax': claim('csp-attr.lab', policy('script-src-elem self;')),
    'csp-blocks-own': claim('csp-orphan.lab', policy("'strict-dynamic'")),
    'csp-style-unsafe-inline': claim('csp-attr.lab', policy("style-src-attr 'unsafe-inline'")),
    'csp-unsafe-hashes': claim('csp-bypass.lab', policy("'unsafe-hashes'")),
    'csp-trusted-types': claim('good.lab', policy("default-src 'none'(?!.*trusted-types)"), 'csp-strict.lab'),
    'csp-fallback': claim('csp-dynamic.lab', policy("'strict-dynamic' 'wasm"), 'csp-strict.lab'),
    'csp-reporting': claim('good.lab', policy("default-src 'none'(?!.*report-)"), 'csp-strict.lab'),
    'csp-ip-source': claim('csp-http.lab', policy('203\\.0\\.113\\.9')),
    'csp-host-dangling': claim('deadref.lab', policy('gone-vendor')),
    'csp-level': { on: 'csp-strict.lab', shows: policy("'strict-dynamic'"), notOn: null },
  },
  alsoOn: [],
  cannotBeRun: {},
};
