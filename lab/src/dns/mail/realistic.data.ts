import type { Zone, ZoneRecord } from '../zone.ts';
import { dkimKeys } from './keys.data.ts';
import { bareZone, mailZone, type MailZone, mx, reject, txt } from './mail-zone.ts';

const rsa2048 = `v=DKIM1; k=rsa; p=${dkimKeys.rsa2048}`;
const ranges = (count: number, from: number): string =>
  Array.from({ length: count }, (_, n) => `ip4:192.0.2.${from + n * 4}/30`).join(' ');

/** Domains as they are found in the world, each after a kind of owner. */
export const realisticZones: readonly MailZone[] = [
  mailZone(
    'large-provider.lab',
    'A large provider of mail: its own hosts, ~all by its own advice, unknown selectors',
    ['@', 'MX', '10 smtp.google.com.'],
    txt('@', 'v=spf1 include:_spf.google.com ~all'),
    txt('_dmarc', 'v=DMARC1; p=reject; rua=mailto:mailauth-reports@large-provider.lab'),
    txt('q3x9zz._domainkey', rsa2048),
  ),
  mailZone(
    'code-host.lab',
    'A code host: many senders, SPF close to its limit, tags that DMARC dropped',
    ['@', 'MX', '10 aspmx.l.google.com.'],
    txt(
      '@',
      'v=spf1 include:_netblocks.code-host.lab include:_spf.google.com include:spf.protection.outlook.com include:mail.zendesk.com include:_spf.salesforce.com include:servers.mcsv.net ip4:198.51.100.64/27 ~all',
    ),
    txt('_netblocks', 'v=spf1 ip4:198.51.100.0/26 -all'),
    txt('_dmarc', 'v=DMARC1; p=reject; pct=100; rua=mailto:dmarc@code-host.lab'),
    txt('google._domainkey', rsa2048),
  ),
  mailZone(
    'cdn-hosted.lab',
    'A domain of a content delivery network that takes mail through a filter',
    ['@', 'MX', '10 route1.mx.cloudflare.net.'],
    txt('@', 'v=spf1 include:_spf.mx.cloudflare.net -all'),
    txt('_dmarc', 'v=DMARC1; p=reject; rua=mailto:dmarc@cdn-hosted.lab'),
    txt('cf2024-1._domainkey', rsa2048),
  ),
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

/** Records outside lab that those domains refer to, as the providers publish them: the same depth of includes, other addresses. */
export const providerZones: readonly Zone[] = [
  outside(
    'com',
    txt('_spf.google', `v=spf1 ${ranges(20, 0)} ~all`),
    txt('spf.protection.outlook', `v=spf1 ${ranges(10, 100)} -all`),
    txt('mail.zendesk', `v=spf1 ${ranges(4, 150)} ~all`),
    txt('_spf.salesforce', 'v=spf1 exists:%{i}._spf.mta.salesforce.com -all'),
    ['smtp.google', 'A', '192.0.2.201'],
    ['aspmx.l.google', 'A', '192.0.2.202'],
    ['small-business-lab.mail.protection.outlook', 'A', '192.0.2.203'],
    ['google', 'TXT', '"a domain that exists"'],
    ['outlook', 'TXT', '"a domain that exists"'],
    ['onmicrosoft', 'TXT', '"a domain that exists"'],
    txt('selector1-small-business-lab._domainkey.smallbusiness.onmicrosoft', rsa2048),
  ),
  outside(
    'net',
    txt('servers.mcsv', `v=spf1 ${ranges(6, 180)} ?all`),
    txt('_spf.mx.cloudflare', 'v=spf1 ip4:192.0.2.240/29 ~all'),
    ['route1.mx.cloudflare', 'A', '192.0.2.204'],
  ),
];
