interface HttpsCoverage {
  readonly fails: string;
  readonly passes: string;
}

const both = (fails: string, passes: string): HttpsCoverage => ({ fails, passes });

/** How each site redirects to HTTPS, and answers unusual requests. */
export const httpsCoverage: Readonly<Record<string, HttpsCoverage>> = {
  'https-missing': both('plain.lab', 'good.lab noredirect.lab v6only.lab'),
  'http-no-redirect': both('noredirect.lab basic.lab bad.lab', 'good.lab p80-closed.lab offhost.lab v6only.lab'),
  'http-redirect-first-hop': both('offhost.lab', 'good.lab hsts-none.lab hsts-hop.lab'),
  'http-redirect-downgrade': both('downgrade.lab', 'good.lab offhost.lab'),
  'http-redirect-client-side': both('metarefresh.lab refresh-header.lab', 'good.lab'),
  'http-redirect-loop': both('loop.lab', 'good.lab'),
  'https-www-broken': both('www-no-tls.lab', 'good.lab offhost.lab'),
  'hsts-missing': both(
    'hsts-none.lab hsts-http-only.lab bad.lab noredirect.lab',
    'good.lab hsts-short.lab hsts-half.lab',
  ),
  'hsts-invalid': both('hsts-two.lab hsts-repeated.lab sloppy.lab', 'good.lab hsts-half.lab hsts-quoted.lab'),
  'hsts-disabled': both('hsts-zero.lab', 'good.lab hsts-short.lab'),
  'hsts-short': both('hsts-short.lab', 'good.lab hsts-half.lab hsts-quoted.lab'),
  'hsts-no-subdomains': both('hsts-bare.lab hsts-preload-bare.lab', 'good.lab hsts-short.lab'),
  'hsts-redirect-hop': both('hsts-hop.lab hsts-preload-hop.lab', 'redirect.lab'),
  'hsts-preload-ineligible': both(
    'hsts-preload-age.lab hsts-preload-bare.lab hsts-preload-two.lab hsts-preload-hop.lab offhost.lab',
    'good.lab',
  ),
  'http-trace': both('trace.lab', 'good.lab hosthdr.lab'),
  'http-host-injection': both('hosthdr.lab', 'hsts-none.lab trace.lab'),
  'http-basic-auth-clear': both('basic.lab login.lab', 'good.lab offhost.lab'),
  'http3-broken': both('http3-dead.lab', 'http3-live.lab'),
  'https-rr': both('advertised-odd.lab', 'good.lab http3-live.lab'),
  'https-ech': both('advertised-odd.lab', 'http3-live.lab'),
  'http-altsvc-foreign': both('advertised-odd.lab', 'http3-live.lab'),
  'hsts-below-year': both('hsts-half.lab', 'good.lab hsts-bare.lab'),
  'hsts-preload-status': both('good.lab hsts-none.lab', ''),
  'http-methods': both('trace.lab', 'hosthdr.lab'),
  'http-default-vhost': both('hsts-none.lab', 'hosthdr.lab'),
  'http2-missing': both('hsts-none.lab', 'good.lab'),
  'http-clock-skew': both('trace.lab', 'good.lab hsts-none.lab'),
  'http-h2-only': both('h2only.lab', 'good.lab'),
  'http-bot-wall': both('botwall.lab ratelimited.lab wall-imperva-blocked.lab', 'good.lab wall-imperva.lab'),
};
