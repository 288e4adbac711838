import { ec, pem } from '@perimeter/protocols/secrets/testing/keys';
import type { Row } from '../../../catalogue/testing/rows.ts';
import { type Given, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsTxtSecret, dnsTxtServiceTokens } from './texts.ts';

const texts = (...values: readonly string[]): Given => ({ answers: { TXT: values.map((value) => `"${value}"`) } });

const rows: readonly Row<Given>[] = [
  [dnsTxtSecret, 'ordinary records', {}, 'pass'],
  [
    dnsTxtSecret,
    'an access key',
    texts(`AKIA${'QZ7T4MNB2KLPX5WD'}`),
    'fail',
    /an AWS access key[^]*TXT AKIA<redacted 16 characters>\n/,
  ],
  [dnsTxtSecret, 'the alphabet behind the beginning of an access key', texts('AKIAABCDEFGHIJKLMNOP'), 'pass'],
  [dnsTxtSecret, 'a private key', texts(pem(ec, 'sec1').replaceAll('\n', '')), 'fail', /a private key/],
  [dnsTxtSecret, 'the beginning of a private key', texts('-----BEGIN RSA PRIVATE KEY-----MIIE'), 'pass'],
  [
    dnsTxtSecret,
    'a password',
    texts('user=admin;password=correct-horse'),
    'fail',
    /a password[^]*password=<redacted 13 characters>/,
  ],
  [dnsTxtSecret, 'a place for a password', texts('user=admin;password=changeme123'), 'pass'],
  [dnsTxtSecret, 'the access key of documentation', texts('AKIAIOSFODNN7EXAMPLE'), 'pass'],
  [dnsTxtSecret, 'a key of maps', texts(`AI${'za'}SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY`), 'pass'],
  [dnsTxtSecret, 'a key of DKIM', texts('v=DKIM1; k=rsa; p=MIIBIjANBgkq'), 'pass'],
  [dnsTxtSecret, 'no records', texts(), 'not-applicable'],
  [dnsTxtSecret, 'no answer', { answers: { TXT: 'failed' } }, 'inconclusive'],
  [dnsTxtServiceTokens, 'SPF alone', {}, 'pass'],
  [
    dnsTxtServiceTokens,
    'verifications',
    texts('MS=ms12345678', 'google-site-verification=x'),
    'informational',
    /Microsoft 365, Google/,
  ],
  [
    dnsTxtServiceTokens,
    'many texts',
    texts(...Array.from({ length: 31 }, (_, at) => `text ${at}`)),
    'informational',
    /31 texts/,
  ],
  [dnsTxtServiceTokens, 'no records', texts(), 'not-applicable'],
  [dnsTxtServiceTokens, 'no answer', { answers: { TXT: 'failed' } }, 'inconclusive'],
];

testRows(rows);
