import type { ModuleClaims } from './claim.ts';

const claim = (on: string, shows: RegExp, notOn: string | null = 'good.lab') => ({ on, shows, notOn });
const hsts = (value: string): RegExp => new RegExp(`^Strict-Transport-Security: ${value}\\r?$`, 'im');

/** What the commands of HTTPS enforcement must show. */
export const httpsEnforcementClaims: ModuleClaims = {
  claims: {
    'https-missing': claim('plain.lab', /443\/tcp closed/),
    'https-www-broken': claim('www-no-tls.lab', /443\/tcp closed/),
    'http-no-redirect': claim('noredirect.lab', /^HTTP\/1\.1 200/m, 'offhost.lab'),
    'http-redirect-first-hop': claim('offhost.lab', /^Location: https:\/\/www\./im),
    'http-redirect-downgrade': claim('downgrade.lab', /^Location: http:/im),
    'http-redirect-client-side': claim('refresh-header.lab', /^Refresh: 0;url=https:/im),
    'http-redirect-loop': claim('loop.lab', /^Location: \/a\r?$[^]*^Location: \/a\r?$/im),
    'hsts-missing': claim('hsts-none.lab', /^HTTP\/(?![^]*^Strict-Transport-Security:)/im),
    'hsts-invalid': claim('hsts-two.lab', hsts('includeSubDomains')),
    'hsts-disabled': claim('hsts-zero.lab', hsts('max-age=0')),
    'hsts-short': claim('hsts-short.lab', hsts('max-age=86400; includeSubDomains')),
    'hsts-no-subdomains': claim('hsts-bare.lab', hsts('max-age=31536000')),
    'hsts-redirect-hop': claim('hsts-hop.lab', /^HTTP\/1\.1 301(?![^]*^Strict-Transport-Security:)/im, 'redirect.lab'),
    'hsts-preload-ineligible': claim('hsts-preload-age.lab', hsts('max-age=15552000; includeSubDomains; preload')),
    // It answers TRACE with status 200 and its usual page.
    'http-trace': claim('trace.lab', /^X-Perimeter: seen$/im, 'hosthdr.lab'),
    'http-host-injection': claim('hosthdr.lab', /p[0-9a-f]{11}\.example/, 'hsts-none.lab'),
    'http-basic-auth-clear': claim('basic.lab', /^WWW-Authenticate: Basic/im),
    'http3-broken': claim('http3-dead.lab', /ConnectionRefusedError|TimeoutError/, 'http3-live.lab'),
    'https-rr': claim('advertised-odd.lab', /^198\.18\.0\.126$|ipv4hint="?198\.18\.0\.126/m),
    'https-ech': claim('advertised-odd.lab', /does NOT match certificate/, 'http3-live.lab'),
    'http-altsvc-foreign': claim('advertised-odd.lab', /NXDOMAIN/, 'http3-live.lab'),
    'hsts-below-year': claim('hsts-half.lab', /17280000/),
    'hsts-preload-status': claim('hsts-none.lab', /^HTTP\/1\.1 200/m, null),
    'http-methods': claim('trace.lab', /^Allow: GET, HEAD, PUT/im, 'hosthdr.lab'),
    'http-default-vhost': claim('hsts-none.lab', /<title>hsts-none\.lab/, 'hosthdr.lab'),
    'http2-missing': claim('hsts-none.lab', /ALPN protocol: http\/1\.1|No ALPN negotiated/),
    'http-clock-skew': claim('trace.lab', /^Date: Thu, 01 Jan 2015/im),
    'http-bot-wall': claim('botwall.lab', /^cf-mitigated: challenge/im),
  },
  alsoOn: [],
  cannotBeRun: {},
};
