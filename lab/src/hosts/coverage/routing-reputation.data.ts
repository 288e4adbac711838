import { both, type CoverageTable } from './row.data.ts';

/** Each domain's registration, and the networks of its hosts. */
export const routingCoverage: CoverageTable = {
  'domain-expired': both('registration-ended.lab', 'good.lab bad.lab registration-soon.lab'),
  'rpki-invalid': both('rpki-other.lab', 'good.lab ns-sound.lab'),
  'cdn-origin-exposed': both('fronted.lab', 'fronted-shut.lab'),
  'dnsbl-ip': both('listed.lab', 'good.lab six-other.lab'),
  'dnsbl-domain': both('listed.lab', 'good.lab six-other.lab'),
  'ip6-web-unreachable': both('six-dead.lab', 'good.lab six-other.lab'),
  'ip-bogon': both('bogon.lab', 'good.lab'),
  'domain-expiring': both('bad.lab registration-soon.lab', 'good.lab'),
  'domain-no-transfer-lock': both('bad.lab', 'good.lab registration-soon.lab'),
  'ip6-web-missing': both('bad.lab', 'good.lab six-other.lab'),
  'ip6-web-differs': both('six-other.lab', 'good.lab'),
  'ip6-ns': both('one-address-two-names.lab', 'good.lab'),
  'ip6-special': both('bogon.lab', 'good.lab'),
  'ip6-tls-differs': both('two-versions.lab', 'good.lab'),
  'ip6-mx': both('bad.lab', 'good.lab'),
  'rpki-not-found': both('good.lab', 'ns-sound.lab'),
  'asn-inventory': both('good.lab', ''),
  'ptr-missing': both('listed.lab', 'good.lab'),
  'single-address': both('bad.lab', 'several.lab'),
};
