interface CspCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): CspCoverage => ({ fails, passes });

/** What each page shows of its policies. */
export const cspCoverage: Readonly<Record<string, CspCoverage>> = {
  'csp-missing': both('csp-none.lab csp-inert.lab bad.lab', 'good.lab csp-meta.lab csp-report-only.lab'),
  'csp-report-only': both('csp-report-only.lab', 'good.lab csp-none.lab'),
  'csp-unparsable': both('csp-name.lab', 'good.lab csp-frame.lab'),
  'csp-script-unrestricted': both('csp-frame.lab', 'good.lab csp-two.lab'),
  'csp-unsafe-inline': both('csp-weak.lab csp-attr.lab', 'good.lab csp-strict.lab csp-two.lab csp-nonce-inline.lab'),
  'csp-wildcard-script': both('csp-weak.lab', 'good.lab csp-strict.lab csp-two.lab csp-overruled.lab'),
  'csp-nonce-static': both('csp-nonce-static.lab', 'csp-strict.lab csp-dynamic.lab'),
  'csp-nonce-weak': both('csp-nonce-short.lab', 'csp-strict.lab csp-nonce-static.lab'),
  'csp-allowlist-bypass': both('csp-bypass.lab', 'good.lab csp-strict.lab'),
  'csp-unsafe-eval': both('csp-weak.lab csp-bypass.lab', 'good.lab csp-two.lab csp-strict.lab'),
  'csp-object-src': both('csp-weak.lab', 'good.lab csp-strict.lab csp-orphan.lab'),
  'csp-base-uri': both('csp-bypass.lab csp-meta-late.lab', 'good.lab csp-two.lab csp-meta.lab'),
  'csp-form-action': both('csp-bypass.lab csp-orphan.lab', 'good.lab csp-strict.lab csp-meta.lab'),
  'csp-http-source': both('csp-http.lab', 'good.lab csp-bypass.lab'),
  'csp-strict-dynamic-orphan': both('csp-orphan.lab', 'good.lab csp-strict.lab csp-overruled.lab'),
  'csp-syntax': both('csp-weak.lab csp-attr.lab', 'good.lab csp-strict.lab'),
  'csp-meta-misplaced': both('csp-meta-late.lab', 'csp-meta.lab'),
  'csp-blocks-own': both('csp-orphan.lab csp-blocks-own.lab', 'good.lab csp-two.lab'),
  'csp-style-unsafe-inline': both('csp-attr.lab', 'good.lab csp-two.lab'),
  'csp-unsafe-hashes': both('csp-bypass.lab csp-dynamic.lab', 'good.lab csp-strict.lab'),
  'csp-trusted-types': both('good.lab csp-dynamic.lab', 'csp-strict.lab'),
  'csp-fallback': both('csp-dynamic.lab', 'csp-strict.lab'),
  'csp-deprecated': both('csp-meta-late.lab', 'good.lab csp-strict.lab'),
  'csp-reporting': both('good.lab csp-report-only.lab', 'csp-strict.lab'),
  'csp-ip-source': both('csp-http.lab', 'good.lab csp-strict.lab'),
  'csp-host-dangling': both('deadref.lab', 'good.lab csp-strict.lab unregistrable.lab'),
  'csp-level': both('good.lab csp-none.lab csp-strict.lab', ''),
};
