import { customers, vendorMarks } from '../sites/name-sites.ts';
import { planted } from '../sites/planted.data.ts';
import { unregistrableHosts } from '../sites/reference-sites.ts';
import { text, type Zone, type ZoneRecord } from './zone.ts';

const vendors = Object.keys(vendorMarks);
const addressOf = (at: number): string => `198.18.0.${220 + at}`;
const nobody = 'nobody-owns-this.lab.';

/**
 * One customer name at each vendor that is recognized by its page, and one at that recognized by NXDOMAIN, as aliases.
 */
const aliases = (account: string): readonly ZoneRecord[] => [
  ...customers.map((name, at): ZoneRecord => [name, 'CNAME', `${account}.${vendors[at]}.`]),
  ['wiki', 'CNAME', `${account}.cloud-vendor.lab.`],
];

/** Names that every audit queries. */
const [aliasLabels, zoneLabels] = [
  'admin api app assets auth blog cdn ci cloud db demo dev docs files forum'.split(' '),
  'git gitlab grafana help img jenkins login m monitor new old portal qa remote shop'.split(' '),
];

/** Every record type that references another host, each to hosts that cannot be registered. */
const unregistrableRecords: readonly ZoneRecord[] = [
  ['@', 'TXT', text('v=spf1 include:_spf.mail.nosuchzone a:mail.cdn.invalid -all')],
  ['_dmarc', 'TXT', text('v=DMARC1; p=reject; rua=mailto:reports@reports.nosuchzone')],
  ...unregistrableHosts
    .filter((host) => !host.startsWith('['))
    .flatMap((host, at): readonly ZoneRecord[] => [
      ['@', 'MX', `10 ${host}.`],
      ['_sip._tls', 'SRV', `10 5 5061 ${host}.`],
      [aliasLabels[at] ?? '', 'CNAME', `${host}.`],
      [zoneLabels[at] ?? '', 'NS', `ns1.${host}.`],
    ]),
];

/** Records of zones for checks of subdomains. */
export const nameZones: Readonly<Record<string, Partial<Zone>>> = {
  ...Object.fromEntries(
    vendors.map((host, at) => [host, { records: [['*', 'A', addressOf(at)]] as readonly ZoneRecord[] }]),
  ),
  'cloud-vendor.lab': { records: [['healthy', 'A', addressOf(4)]] },
  'takeover-unclaimed.lab': { records: aliases('unclaimed') },
  'takeover-healthy.lab': { records: aliases('healthy') },
  'wild.lab': {
    records: [
      ['*', 'A', addressOf(7)],
      ['app', 'A', '203.0.113.101'],
    ],
  },
  'takeover-wild.lab': { records: [['*', 'CNAME', 'unclaimed.pages-vendor.lab.']] },
  'names-broken.lab': {
    records: [
      ['@', 'CAA', '0 issue "pki.lab"'],
      ['old', 'CNAME', 'gone.good.lab.'],
      ['portal', 'CNAME', `portal.${nobody}`],
      ['help', 'CNAME', 'desk.on-hold.lab.'],
      ['_acme-challenge', 'CNAME', `proof.${nobody}`],
      ['_validation-persist', 'TXT', '"other-ca.example; accounturi=https://other-ca.example/acct/1"'],
      ['_validation-persist', 'TXT', '"other-ca.example; accounturi=https://other-ca.example/acct/2; policy=wildcard"'],
      ['_validation-persist.old', 'TXT', '"other-ca.example; accounturi=https://other-ca.example/acct/3"'],
      ['docs', 'A', addressOf(9)],
      ['docs', 'MX', `10 mail.${nobody}`],
      ['_sip._tls', 'SRV', `10 5 5061 sip.${nobody}`],
      ['db', 'A', '10.1.2.3'],
      ['shop', 'NS', 'ns1.digitalocean.com.'],
      ['shop', 'NS', 'ns2.digitalocean.com.'],
    ],
  },
  'names-estate.lab': {
    records: [['m', 'A', addressOf(14)]],
  },
  'deadref.lab': {
    records: [
      ['@', 'MX', '10 mail.gone-vendor.lab.'],
      ['@', 'TXT', '"v=spf1 include:_spf.gone-vendor.lab -all"'],
      ['portal', 'CNAME', 'deadref.gone-vendor.lab.'],
      ['help', 'CNAME', 'desk.on-hold.lab.'],
    ],
  },
  'secrets.lab': {
    records: [
      ['@', 'MX', '10 smtp-secrets.lab.'],
      ['@', 'TXT', text(`db_password=${planted.carried}`)],
      ['@', 'TXT', text(`deploy key ${planted.stripe}`)],
      ['@', 'TXT', text('v=spf1 mx -all')],
      [
        '_dmarc',
        'TXT',
        text(`v=DMARC1; p=reject; rua=mailto:reports@secrets.lab,https://secrets.lab/dmarc?token=${planted.carried}`),
      ],
    ],
  },
  'unregistrable.lab': { records: unregistrableRecords },
  'names-good.lab': {
    signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec' },
    records: [
      ['_acme-challenge', 'CNAME', 'good.lab.'],
      ['_validation-persist', 'TXT', '"ca.example; accounturi=https://ca.example/acct/1; persistUntil=4102444800"'],
      ['docs', 'MX', '10 mail.good.lab.'],
      ['_sip._tls', 'SRV', '10 5 5061 good.lab.'],
    ],
  },
};
