import type { Endpoint, TlsTruth } from './endpoint.ts';

const modern: TlsTruth = {
  versions: ['TLSv1.2', 'TLSv1.3'],
  suites: { 'TLSv1.2': 'c02b c02c cca9 c02f c030 cca8', 'TLSv1.3': '1301 1302 1303' },
  serverPreference: true,
  secureRenegotiation: true,
  compression: false,
  heartbeat: false,
};

/** Node's own TLS with the same suites and one ECDSA certificate. */
const modernEcdsa: TlsTruth = {
  ...modern,
  suites: { 'TLSv1.2': 'c02b c02c cca9', 'TLSv1.3': '1301 1302 1303' },
  alpn: ['http/1.1'],
};

/** A web site of the lab's own code in the first network, unless it says otherwise. */
export const site = (host: string, lastOctet: number, what: string, more: Partial<Endpoint> = {}): Endpoint => ({
  host,
  address: `203.0.113.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [80, 443],
  what,
  certificates: [{ key: 'p256' }],
  tls: modernEcdsa,
  loopback: true,
  ...more,
});

/** Web sites, good, bad and odd. */
export const webEndpoints: readonly Endpoint[] = [
  site('good.lab', 101, 'Everything right: TLS 1.2 and 1.3, every header, DNSSEC, CAA, DANE, mail', {
    aliases: ['www.good.lab', 'mta-sts.good.lab'],
    ipv6: true,
    server: 'nginx',
    certificates: [
      { key: 'p256', fault: 'public' },
      { key: 'rsa2048', fault: 'public' },
    ],
    tls: { ...modern, alpn: ['h2', 'http/1.1'], fallbackScsv: true },
  }),
  site('bad.lab', 160, 'Everything wrong: TLS 1.0 to 1.2, expired certificate, no headers, leaking versions', {
    aliases: ['www.bad.lab'],
    server: 'nginx',
    certificates: [{ key: 'rsa2048', fault: 'expired' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
      suites: {
        'TLSv1.0': 'c014 c013 0033 0035 002f 0041',
        'TLSv1.1': 'c014 c013 0033 0035 002f 0041',
        'TLSv1.2': 'c014 c013 0033 0035 002f 0041 009c 003c',
      },
      dhBits: 1024,
      serverPreference: false,
    },
  }),
  site('redirect.lab', 161, 'Redirects everything to https://good.lab/'),
  site('plain.lab', 162, 'HTTP only: nothing listens on 443', { ports: [80], certificates: [] }),
  site('duplicates.lab', 163, 'Security headers twice, with conflicting values'),
  site('debug.lab', 164, 'X-Debug-Token, an internal address and a stack trace in its answers'),
  site('rdap.lab', 159, 'The registry of lab: RDAP answers about domains; one is registered, but on hold'),
  site('botwall.lab', 165, '403 with a challenge page for every request'),
  site('cookiewall.lab', 119, '200 with a page that only sets a cookie by script and asks again'),
  site('compressed.lab', 154, 'A compressed page with a hidden token in its form'),
  site('teapot.lab', 166, '418 for every path'),
  site('broken.lab', 167, '500 for every path, with a framework error page'),
  site('referrer.lab', 168, 'Referrer-Policy with unknown and unsafe values'),
  site('cookies.lab', 169, 'Cookies with every mistake: no Secure, SameSite=None alone, broken prefixes'),
  site('csp-weak.lab', 170, 'Content-Security-Policy that blocks nothing'),
  site('cors.lab', 171, 'Reflects any Origin and allows credentials'),
  site(
    'mixed.lab',
    172,
    'HTTPS page that loads scripts, frames and forms over HTTP, and third-party scripts without integrity',
  ),
  site('noredirect.lab', 173, 'The same content on 80 and 443, no redirect, HSTS on the wrong one'),
  site('loop.lab', 174, 'Redirect loop'),
  site('ratelimited.lab', 175, '429 with Retry-After for every request'),
  site('leaky.lab', 176, '/.git/config, /.env, a backup and a directory listing'),
  site('sloppy.lab', 177, 'Header syntax mistakes: HSTS without max-age, nosniff misspelt, quoted values'),
  site(
    'headers.lab',
    156,
    'Header mistakes that bad.lab and sloppy.lab do not make: cached session, key pins, camera for all',
  ),
  site('login.lab', 157, '401 for every path, with headers as they should be'),
  site('several.lab', 155, 'Four addresses: two alike, one where nothing listens on 443, one of another site', {
    ipv6: true,
  }),
  site('nul.lab', 158, 'A byte 0 behind nosniff, at which curl stops'),
  site('six.lab', 178, 'A and AAAA records that answer differently', { ipv6: true }),
].map((row) => (row.ports.includes(443) ? row : withoutTls(row)));

/** A host without a listener on 443. */

/** The row of a host that speaks no TLS. */
export function withoutTls({ tls: _tls, certificates: _certificates, ...row }: Endpoint): Endpoint {
  return row;
}
