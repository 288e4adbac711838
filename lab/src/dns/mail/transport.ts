import { ipv6Of } from '../../hosts/addresses.ts';
import { endpoint } from '../../hosts/endpoints.ts';
import { policyHost } from '../../hosts/mail.data.ts';
import { stsPolicies } from '../../servers/mail/policies.data.ts';
import type { ZoneRecord } from '../zone.ts';
import { mailZone, type MailZone, reject, txt } from './mail-zone.ts';

/** SHA-256 of smtp-tls.lab's key and certificate and of its issuer's key, and the whole issuer certificate. */
export interface MailDigests {
  readonly key: string;
  readonly certificate: string;
  readonly issuerKey: string;
  /** Of the ECDSA and the RSA key of smtp-two-keys.lab. */
  readonly twoKeys: readonly string[];
}

const withRecords = (name: string, what: string, ...records: readonly ZoneRecord[]): MailZone =>
  mailZone(`${name}.lab`, what, txt('@', 'v=spf1 mx -all'), reject(`${name}.lab`), ...records);

/** Zones with special MX records. */
const exchangeZones: readonly MailZone[] = [
  withRecords(
    'mx-two',
    'Two mail servers, one of them without TLS',
    ['@', 'MX', '10 smtp-tls.lab.'],
    ['@', 'MX', '20 smtp-plain.lab.'],
  ),
  withRecords('mx-null-beside', 'A null MX beside a mail server', ['@', 'MX', '0 .'], ['@', 'MX', '10 smtp-tls.lab.']),
  withRecords('mx-implicit', 'No MX: mail goes to the address of the domain'),
  withRecords('mx-alias', 'An MX that is an alias', ['@', 'MX', '10 mx'], ['mx', 'CNAME', 'smtp-tls.lab.']),
  withRecords('mx-private', 'An MX with a private address', ['@', 'MX', '10 mx'], ['mx', 'A', '10.0.0.25']),
  withRecords('mx-literal', 'An address in place of the name of an MX', ['@', 'MX', '10 192.0.2.134.']),
  withRecords('mx-localhost', 'The machine itself as MX', ['@', 'MX', '10 mx'], ['mx', 'A', '127.0.0.1']),
  withRecords('mx-no-address', 'An MX without an address', ['@', 'MX', '10 mx'], ['mx', 'TXT', '"nothing"']),
  withRecords('mx-unregistered', 'An MX in an unregistered domain', ['@', 'MX', '10 mail.nobody-owns-this.lab.']),
  withRecords('mx-closed', 'An MX that refuses connections', ['@', 'MX', '10 mx'], ['mx', 'A', '203.0.113.12']),
  withRecords(
    'mx-dead',
    'An MX at an address where nothing answers',
    ['@', 'MX', '10 mx'],
    ['mx', 'A', '203.0.113.99'],
  ),
  withRecords(
    'mx-v6only',
    'An MX with an IPv6 address alone',
    ['@', 'MX', '10 mx'],
    ['mx', 'AAAA', ipv6Of('192.0.2.134')],
  ),
  withRecords(
    'mx-many',
    'Seven mail servers',
    ...Array.from({ length: 7 }, (_, index): ZoneRecord => [
      '@',
      'MX',
      `${index} smtp-${['tls', 'plain', 'auth', 'banner', 'vrfy', 'late', 'expired'][index]}.lab.`,
    ]),
  ),
  withRecords(
    'srv-cleartext',
    'Mail programs find only services without TLS',
    ['@', 'MX', '10 smtp-tls.lab.'],
    ['_imap._tcp', 'SRV', '0 1 143 mail.good.lab.'],
    ['_submission._tcp', 'SRV', '0 1 587 mail.good.lab.'],
  ),
  withRecords(
    'srv-tls',
    'Mail programs find services with TLS',
    ['@', 'MX', '10 smtp-tls.lab.'],
    ['_imaps._tcp', 'SRV', '0 1 993 mail.good.lab.'],
    ['_submissions._tcp', 'SRV', '0 1 465 mail.good.lab.'],
  ),
  withRecords(
    'rpt-ok',
    'TLS reports',
    ['@', 'MX', '10 smtp-tls.lab.'],
    txt('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@rpt-ok.lab'),
  ),
  withRecords(
    'rpt-two',
    'Two TLS-RPT records',
    ['@', 'MX', '10 smtp-tls.lab.'],
    txt('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@rpt-two.lab'),
    txt('_smtp._tls', 'v=TLSRPTv1; rua=mailto:b@rpt-two.lab'),
  ),
  withRecords(
    'rpt-bad',
    'A TLS-RPT record without an address',
    ['@', 'MX', '10 smtp-tls.lab.'],
    txt('_smtp._tls', 'v=TLSRPTv1; rua=tls@rpt-bad.lab'),
  ),
];

const policyZones = (): readonly MailZone[] =>
  stsPolicies.map(({ zone, what, records, mx }) =>
    withRecords(zone, what, ['@', 'MX', `10 ${mx}.`], ...records.map((record) => txt('_mta-sts', record)), [
      'mta-sts',
      'A',
      endpoint(policyHost).address,
    ]),
  );

const stranger = '7'.repeat(64);

const mailServer = '192.0.2.134';

/** A zone whose MX is an alias of a name with an address, in this zone or an unsigned one. */
const aliased = (name: string, what: string, ...records: readonly ZoneRecord[]): MailZone => {
  const target = records.some(([owner]) => owner === 'to') ? 'to' : 'smtp-tls.lab.';
  return withRecords(name, what, ['@', 'MX', '10 mx'], ['mx', 'CNAME', target], ...records);
};

/** Signed zones with TLSA records for the mail server (RFC 7672). */
const daneZones = ({ key, certificate, issuerKey, twoKeys }: MailDigests): readonly MailZone[] => {
  const daneAt = (address: string, name: string, what: string, ...tlsa: readonly string[]): MailZone => ({
    ...withRecords(
      `dane-${name}`,
      what,
      ['@', 'MX', '10 mx'],
      ['mx', 'A', address],
      ...tlsa.map((data): ZoneRecord => ['_25._tcp.mx', 'TLSA', data]),
    ),
    signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec' },
  });
  const dane = (...given: readonly [name: string, what: string, ...tlsa: readonly string[]]): MailZone =>
    daneAt(mailServer, ...given);
  const both = endpoint('smtp-two-keys.lab').address;
  const ofKeys = twoKeys.map((one) => `3 1 1 ${one}`);
  const unsigned = dane('unsigned', 'TLSA records in an unsigned zone', `3 1 1 ${key}`);
  const { signing: _, ...withoutSignatures } = unsigned;
  return [
    dane('311', 'TLSA of the key of the server', `3 1 1 ${key}`),
    dane('301', 'TLSA of the certificate of the server', `3 0 1 ${certificate}`),
    dane('211', 'TLSA of the key of the issuer', `2 1 1 ${issuerKey}`),
    dane('211-name', 'TLSA of the issuer, with another name in the certificate', `2 1 1 ${issuerKey}`),
    dane('mismatch', 'TLSA that does not match', `3 1 1 ${stranger}`),
    dane('one-of-two', 'TLSA of the next key beside that of the server', `3 1 1 ${key}`, `3 1 1 ${stranger}`),
    dane('pkix-only', 'TLSA of a usage that mail servers ignore', `1 1 1 ${key}`),
    dane('rollover', 'TLSA of the server and of its issuer', `3 1 1 ${key}`, `2 1 1 ${issuerKey}`),
    dane('none', 'A signed zone without TLSA'),
    {
      ...dane('servfail', 'TLSA that nobody answers for'),
      // A server that refuses zones that it does not have.
      records: [...dane('servfail', '').records, ['_tcp.mx', 'NS', 'odd1.nic.lab.']],
    },
    withoutSignatures,
    daneAt(both, 'two-keys', 'TLSA of both keys of the server', ...ofKeys),
    daneAt(both, 'one-key', 'TLSA of the ECDSA key of a server that has an RSA key, too', ...ofKeys.slice(0, 1)),
    // The certificate of the server is for smtp-tls.lab, and for names of its own, such as that of the target here.
    {
      ...dane('alias', ''),
      ...aliased(
        'dane-alias',
        'An MX that is an alias, and TLSA of the issuer below its target',
        ['to', 'A', mailServer],
        ['_25._tcp.to', 'TLSA', `2 1 1 ${issuerKey}`],
      ),
    },
    {
      ...dane('alias-insecure', ''),
      ...aliased('dane-alias-insecure', 'An MX that is an alias into an unsigned zone, and TLSA below its own name', [
        '_25._tcp.mx',
        'TLSA',
        `3 1 1 ${key}`,
      ]),
    },
  ];
};

/** Zones about mail transport. */
export const transportZones = (digests: MailDigests): readonly MailZone[] => [
  ...exchangeZones,
  ...policyZones(),
  ...daneZones(digests),
];
