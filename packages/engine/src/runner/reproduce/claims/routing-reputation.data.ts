import type { ModuleClaims } from './claim.ts';

/** What the commands of routing and reputation must show. */
export const routingReputationClaims: ModuleClaims = {
  claims: {
    'domain-expired': { on: 'registration-ended.lab', shows: /"redemption period"/, notOn: 'good.lab' },
    'domain-expiring': { on: 'bad.lab', shows: /"eventAction":"expiration","eventDate":"202\d-/, notOn: 'good.lab' },
    'domain-no-transfer-lock': { on: 'bad.lab', shows: /"status":\["active"\]/, notOn: 'good.lab' },
    'rpki-invalid': {
      on: 'rpki-other.lab',
      shows: /64666\t198\.18\.0\.244\/32[^]*"asn":"AS64502","prefix":"198\.18\.0\.0\/24","maxLength":24/,
      notOn: 'good.lab',
    },
    'cdn-origin-exposed': {
      on: 'fronted.lab',
      shows: /<title>Goods<\/title>/,
      notOn: 'fronted-shut.lab',
      toward: 'direct.fronted-shut.lab',
    },
    'dnsbl-ip': { on: 'listed.lab', shows: /IN\s+A\s+127\.0\.0\.4/, notOn: 'good.lab' },
    'dnsbl-domain': { on: 'listed.lab', shows: /IN\s+A\s+127\.0\.1\.4/, notOn: 'good.lab' },
    'ip6-web-unreachable': { on: 'six-dead.lab', shows: /Couldn't connect|Failed to connect/, notOn: 'good.lab' },
    'ip-bogon': { on: 'bogon.lab', shows: /IN\s+A\s+240\.1\.2\.3/, notOn: 'good.lab' },
    'ip6-special': { on: 'bogon.lab', shows: /IN\s+AAAA\s+2002:c000:204::1/, notOn: 'good.lab' },
    'ip6-web-missing': { on: 'bad.lab', shows: /ANSWER: 0/, notOn: 'good.lab' },
    'ip6-web-differs': {
      on: 'six-other.lab',
      shows: /^IPv4\n(?<four>[^]+?)\nIPv6\n(?!\k<four>\n$)HTTP/,
      notOn: 'good.lab',
    },
    'ip6-ns': {
      on: 'one-address-two-names.lab',
      shows: /^(?![^]*\sAAAA\s)[^]*\sNS\s+odd-four/,
      notOn: 'good.lab',
    },
    'ip6-mx': { on: 'bad.lab', shows: /ANSWER: 0/, notOn: 'good.lab' },
    'ptr-missing': { on: 'listed.lab', shows: /status: NXDOMAIN/, notOn: 'good.lab' },
    'single-address': { on: 'bad.lab', shows: /IN\s+A\s+203\.0\.113\.160/, notOn: 'several.lab' },
  },
  cannotBeRun: {},
};
