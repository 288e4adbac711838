import type { ModuleClaims } from './claim.ts';

/** A head without a line of this header. */
const without = (name: string): RegExp => new RegExp(`^HTTP/(?![^]*^${name}:)`, 'im');

/** What the commands of HTTP headers must show. */
export const httpHeadersClaims: ModuleClaims = {
  claims: {
    'hdr-nosniff': { on: 'bad.lab', shows: /^X-Content-Type-Options: none\r?$/m, notOn: 'good.lab' },
    'hdr-errorpage-gap': {
      on: 'gaps.lab',
      shows: /^HTTP\/1\.1 404(?![^]*^X-Content-Type-Options:)/im,
      notOn: 'gaps-none.lab',
    },
    'hdr-pages-gap': { on: 'gaps.lab', shows: without('X-Content-Type-Options'), notOn: 'gaps-none.lab' },
    'hdr-v4-v6-gap': { on: 'gaps-ipv6.lab', shows: without('X-Content-Type-Options'), notOn: 'good.lab' },
    'hdr-clear-site-data': { on: 'gaps.lab', shows: without('Clear-Site-Data'), notOn: 'gaps-none.lab' },
    'hdr-clickjacking': {
      on: 'debug.lab',
      shows: without('(?:X-Frame-Options|Content-Security-Policy)'),
      notOn: 'good.lab',
    },
    'hdr-xfo-invalid': { on: 'bad.lab', shows: /^X-Frame-Options: ALLOW-FROM/m, notOn: 'good.lab' },
    'hdr-referrer-unsafe': { on: 'referrer.lab', shows: /^Referrer-Policy: .*unsafe-url/m, notOn: 'good.lab' },
    'hdr-permissions-invalid': {
      on: 'sloppy.lab',
      shows: /^Permissions-Policy: geolocation 'none';/m,
      notOn: 'good.lab',
    },
    'hdr-software-eol': { on: 'bad.lab', shows: /^X-Powered-By: PHP\/5/m, notOn: 'aplus-points.lab' },
    'hdr-server-version': { on: 'bad.lab', shows: /^Server: nginx\/\d/m, notOn: 'good.lab' },
    'hdr-powered-by': { on: 'bad.lab', shows: /^X-Powered-By: PHP\/5/m, notOn: 'good.lab' },
    'hdr-internal-leak': { on: 'debug.lab', shows: /10\.20\.30\.40/, notOn: 'good.lab' },
    'hdr-debug': { on: 'debug.lab', shows: /^X-Debug-Token: /m, notOn: 'good.lab' },
    'hdr-cache-sensitive': { on: 'bad.lab', shows: without('Cache-Control'), notOn: 'cookies-good.lab' },
    'hdr-cache-shared-cookie': { on: 'headers.lab', shows: /^Cache-Control: public/m, notOn: 'bad.lab' },
    'hdr-content-encoding': { on: 'leaky2-coding.lab', shows: /^Content-Encoding: none/m, notOn: 'good.lab' },
    'hdr-content-type': { on: 'headers.lab', shows: /^Content-Type: text\/html\r?$/m, notOn: 'good.lab' },
    'hdr-hpkp-active': { on: 'headers.lab', shows: /^Public-Key-Pins: .*max-age=5184000/m, notOn: 'good.lab' },
    'hdr-permissions-broad': { on: 'headers.lab', shows: /^Permissions-Policy: camera=\*/m, notOn: 'good.lab' },
    'hdr-reporting': { on: 'headers.lab', shows: without('Reporting-Endpoints'), notOn: 'login.lab' },
    'hdr-timing-origin': { on: 'headers.lab', shows: /^Timing-Allow-Origin: \*/m, notOn: 'login.lab' },
    'hdr-powerful-info': { on: 'headers.lab', shows: /^Origin-Agent-Cluster: \?1/m, notOn: 'good.lab' },
    'hdr-duplicate': {
      on: 'duplicates.lab',
      shows: /^([A-Z][\w-]+): (.*)\r?\n(?:.*\r?\n)*\1: (?!\2)/m,
      notOn: 'good.lab',
    },
    'hdr-referrer-missing': { on: 'bad.lab', shows: without('Referrer-Policy'), notOn: 'good.lab' },
    'hdr-permissions-missing': { on: 'bad.lab', shows: without('Permissions-Policy'), notOn: 'good.lab' },
    'hdr-deprecated': { on: 'bad.lab', shows: /^X-XSS-Protection: 1/m, notOn: 'good.lab' },
    'hdr-waf-cdn': { on: 'botwall.lab', shows: /^cf-mitigated: challenge/im, notOn: 'good.lab' },
  },
  alsoOn: [
    { id: 'hdr-nosniff', on: 'nul.lab', shows: /^b'X-Content-Type-Options: nosniff\\x00'$/m, notOn: 'good.lab' },
  ],
  cannotBeRun: {},
};
