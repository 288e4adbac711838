import { seen } from '../../../evidence/observed.ts';
import { endpoint, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { type Row, testRows } from '../../derive/tls/testing/rows.ts';
import { tlsHelloAnswerTooLarge } from './answer-size.ts';

const certificate = {
  sha256: '0'.repeat(64),
  subject: 'CN=good.lab',
  issuer: 'CN=Lab CA',
  subjectAltNames: ['DNS:good.lab'],
  notBefore: '2026-01-01T00:00:00.000Z',
  notAfter: '2026-12-31T00:00:00.000Z',
  serialNumber: '01',
  keyType: 'rsa',
  keyBits: 2048,
  signatureAlgorithm: 'sha256WithRSAEncryption',
};

const chainOf = (count: number, derBytes: number) => ({
  keyType: 'rsa',
  viaVersion: 'TLSv1.2' as const,
  certificates: Array.from({ length: count }, () => ({
    ...certificate,
    der: Buffer.alloc(derBytes, 0x30).toString('base64'),
  })),
});

const rows: readonly Row[] = [
  [tlsHelloAnswerTooLarge, 'a usual chain', endpoint({ chains: [chainOf(3, 1500)] }), 'pass', /4,512 bytes/],
  [
    tlsHelloAnswerTooLarge,
    'a chain beyond what Java takes',
    endpoint({ chains: [chainOf(3, 1500), chainOf(40, 1000)] }),
    'fail',
    /40,123 bytes: Java refuses it/,
  ],
  [
    tlsHelloAnswerTooLarge,
    'a chain beyond what browsers take',
    endpoint({ chains: [chainOf(120, 1000)] }),
    'fail',
    /browsers/,
  ],
  [
    tlsHelloAnswerTooLarge,
    'a message that was too large to be read',
    endpoint({ largestMessageBytes: seen(400_000) }),
    'fail',
    /400,000 bytes: browsers/,
  ],
  [tlsHelloAnswerTooLarge, 'exactly at the limit', endpoint({ largestMessageBytes: seen(32_768) }), 'pass'],
  [
    tlsHelloAnswerTooLarge,
    'nothing was seen',
    endpoint({ largestMessageBytes: seen(0) }),
    'inconclusive',
    /No certificate chain/,
  ],
  [tlsHelloAnswerTooLarge, 'nothing speaks TLS', refusedEndpoint, 'not-applicable'],
];

testRows(rows);
