import { oddServers } from '../../hosts/addresses.ts';
import type { Zone, ZoneRecord } from '../zone.ts';
import { dkimKeys } from './keys.data.ts';
import { bareZone, mailZone, type MailZone, mx, reject, txt } from './mail-zone.ts';

const rsa2048 = `v=DKIM1; k=rsa; p=${dkimKeys.rsa2048}`;
const ranges = (count: number, from: number): string =>
  Array.from({ length: count }, (_, n) => `ip4:192.0.2.${from + n * 4}/30`).join(' ');

/** The address of the MTA-STS policy host. */
const policyHost: ZoneRecord = ['mta-sts', 'A', '192.0.2.155'];
const sts: readonly ZoneRecord[] = [txt('_mta-sts', 'v=STSv1; id=20260101'), policyHost];
/** The address of the lab's sound mail server. */
const mailServer = '192.0.2.134';

/** Realistic domains, each modelled on a kind of owner. */
export const realisticZones: readonly MailZone[] = [
  {
    ...mailZone(
      'large-provider.lab',
      'A large provider of mail: its own hosts, timers and texts, ~all by its own advice, unknown selectors',
      ['@', 'MX', '10 smtp.google.com.'],
      txt('@', 'v=spf1 include:_spf.google.com ~all'),
      txt('@', 'google-site-verification=wD8N7i1JTNTkezJ49swvWW48f8_9xveREV4oB-0Hf5o'),
      txt('@', 'docusign=05958488-4752-4ef2-95eb-aa7ba8a3bd0e'),
      txt('_dmarc', 'v=DMARC1; p=reject; rua=mailto:mailauth-reports@large-provider.lab'),
      txt('q3x9zz._domainkey', rsa2048),
      ...sts,
      txt('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@large-provider.lab'),
    ),
    timers: '900 900 1800 60',
  },
  {
    ...mailZone(
      'code-host.lab',
      'A code host: two DNS providers, many senders, SPF close to its limit, tags that DMARC dropped',
      ['@', 'MX', '10 aspmx.l.google.com.'],
      txt(
        '@',
        'v=spf1 include:_netblocks.code-host.lab include:_spf.google.com include:spf.protection.outlook.com include:mail.zendesk.com include:_spf.salesforce.com include:servers.mcsv.net ip4:198.51.100.64/27 ~all',
      ),
      txt('_netblocks', 'v=spf1 ip4:198.51.100.0/26 -all'),
      txt('_dmarc', 'v=DMARC1; p=reject; pct=100; rua=mailto:dmarc@code-host.lab'),
      txt('google._domainkey', rsa2048),
    ),
    nameServers: ['ns1.nic.lab', 'odd2.nic.lab'],
  },
  {
    ...mailZone(
      'cdn-hosted.lab',
      'A domain of a content delivery network: signed as it is asked, mail through a filter',
      ['@', 'MX', '10 route1.mx.cloudflare.net.'],
      txt('@', 'v=spf1 include:_spf.mx.cloudflare.net -all'),
      txt('_dmarc', 'v=DMARC1; p=reject; rua=mailto:dmarc@cdn-hosted.lab'),
      txt('cf2024-1._domainkey', rsa2048),
      ...sts,
      txt('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@cdn-hosted.lab'),
    ),
    nameServers: ['live1.nic.lab', 'live2.nic.lab'],
    signing: {
      algorithm: 'ECDSAP256SHA256',
      denial: 'nsec',
      own: { keys: [{ material: 'p256', algorithm: 13 }], live: { by: 'own' } },
    },
  },
  mailZone(
    'small-business.lab',
    'A small business on Microsoft 365, its DMARC record without effect',
    ['@', 'MX', '0 small-business-lab.mail.protection.outlook.com.'],
    txt('@', 'v=spf1 include:spf.protection.outlook.com -all'),
    txt('_dmarc', 'v=DMARC1; p=none'),
    ['selector1._domainkey', 'CNAME', 'selector1-small-business-lab._domainkey.smallbusiness.onmicrosoft.com.'],
    ['selector2._domainkey', 'CNAME', 'selector2-small-business-lab._domainkey.smallbusiness.onmicrosoft.com.'],
  ),
  mailZone('parked-untouched.lab', 'A parked domain as the registrar leaves it'),
  mailZone(
    'parked-locked.lab',
    'A parked domain that says it has no mail',
    ['@', 'MX', '0 .'],
    txt('@', 'v=spf1 -all'),
    txt('_dmarc', 'v=DMARC1; p=reject'),
  ),
  mailZone(
    'parked-weak.lab',
    'A parked domain whose DMARC record only watches',
    ['@', 'MX', '0 .'],
    txt('@', 'v=spf1 -all'),
    txt('_dmarc', 'v=DMARC1; p=quarantine'),
  ),
  bareZone(
    'parked-bare.lab',
    'A parked domain without any address that says it has no mail',
    ['@', 'MX', '0 .'],
    txt('@', 'v=spf1 -all'),
    txt('_dmarc', 'v=DMARC1; p=reject'),
  ),
  bareZone(
    'mail-only.lab',
    'A domain for mail alone: no web site',
    mx,
    txt('@', 'v=spf1 mx -all'),
    reject('mail-only.lab'),
    txt('s1._domainkey', rsa2048),
  ),
];

const outside = (origin: string, ...records: readonly ZoneRecord[]): Zone => ({
  origin,
  nameServers: ['ns1.nic.lab', 'ns2.nic.lab'],
  records,
});

/**
 * Records outside lab that these domains reference, as the providers publish them: the same depth of includes, other
 * addresses.
 */
export const providerZones: readonly Zone[] = [
  outside(
    'com',
    txt('_spf.google', `v=spf1 ${ranges(20, 0)} ~all`),
    txt('spf.protection.outlook', `v=spf1 ${ranges(10, 100)} -all`),
    txt('mail.zendesk', `v=spf1 ${ranges(4, 150)} ~all`),
    txt('_spf.salesforce', 'v=spf1 exists:%{i}._spf.mta.salesforce.com -all'),
    ['smtp.google', 'A', mailServer],
    ['aspmx.l.google', 'A', mailServer],
    ['small-business-lab.mail.protection.outlook', 'A', mailServer],
    ['ns1.digitalocean', 'A', oddServers.odd1],
    ['ns2.digitalocean', 'A', oddServers.odd2],
    ['digitalocean', 'TXT', '"a domain that exists"'],
    ['google', 'TXT', '"a domain that exists"'],
    ['outlook', 'TXT', '"a domain that exists"'],
    ['onmicrosoft', 'TXT', '"a domain that exists"'],
    txt('selector1-small-business-lab._domainkey.smallbusiness.onmicrosoft', rsa2048),
  ),
  outside(
    'net',
    txt('servers.mcsv', `v=spf1 ${ranges(6, 180)} ?all`),
    txt('_spf.mx.cloudflare', 'v=spf1 ip4:192.0.2.240/29 ~all'),
    ['route1.mx.cloudflare', 'A', mailServer],
  ),
];
