import { intermediate, key, root } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certPqSignature, certSigMd5, certSigSha1 } from './signatures.ts';

const signed = (algorithm: string, hash: string) => ({ signature: { algorithm, hash } });
const md5 = signed('md5WithRSAEncryption', 'md5');
const sha1 = signed('sha1WithRSAEncryption', 'sha1');
const unknownHash = signed('1.2.3.4', 'unknown');
const itself = { selfSigned: true, selfIssued: true, issuer: 'CN=example.test' };

const rows: readonly Row[] = [
  [certSigMd5, 'SHA-384', {}, 'pass'],
  [certSigMd5, 'MD5 on the leaf', { leaf: md5 }, 'fail', /example\.test is signed with md5WithRSAEncryption/],
  [certSigMd5, 'MD2 on the leaf', { leaf: signed('md2WithRSAEncryption', 'md2') }, 'fail'],
  [certSigMd5, 'MD5 on an intermediate', { path: [intermediate(md5), root()] }, 'fail', /E7 is signed with md5/],
  [certSigMd5, 'MD5 on the root, where nobody looks', { path: [intermediate(), root(md5)] }, 'pass'],
  [
    certSigMd5,
    'MD5 on a served certificate that the path does not need',
    { behind: [intermediate(), intermediate({ sha256: 'ff', ...md5 })] },
    'pass',
  ],
  [certSigMd5, 'SHA-1 is another check', { leaf: sha1, problems: ['weak-signature'] }, 'pass'],
  [
    certSigMd5,
    'MD5 on a certificate that signed itself',
    { leaf: { ...md5, ...itself }, path: [], behind: [], problems: ['self-signed'] },
    'not-applicable',
  ],
  [certSigMd5, 'MD5 of an authority that nobody knows', { leaf: md5, path: [], problems: ['unknown-issuer'] }, 'fail'],
  [certSigMd5, 'a hash that is not known', { leaf: unknownHash }, 'inconclusive', /1\.2\.3\.4/],
  [certSigSha1, 'SHA-384', {}, 'pass'],
  [certSigSha1, 'SHA-1 on the leaf', { leaf: sha1, problems: ['weak-signature'] }, 'fail', /sha1WithRSAEncryption/],
  [certSigSha1, 'SHA-1 on an intermediate', { path: [intermediate(sha1), root()] }, 'fail', /E7/],
  [
    certSigSha1,
    'SHA-1 on a root that was sent, of an authority that nobody knows',
    { behind: [intermediate(), root(sha1)], path: [], problems: ['unknown-issuer'] },
    'pass',
  ],
  [
    certSigSha1,
    'SHA-1 on a certificate that signed itself',
    { leaf: { ...sha1, ...itself }, path: [], behind: [], problems: ['self-signed'] },
    'not-applicable',
  ],
  [certSigSha1, 'MD5 is another check', { leaf: md5, problems: ['weak-signature'] }, 'pass'],
  [certSigSha1, 'Ed25519 has a hash of its own', { leaf: signed('Ed25519', 'none') }, 'pass'],
  [certSigSha1, 'a hash that is not known', { leaf: unknownHash }, 'inconclusive'],
  [certPqSignature, 'classical', {}, 'pass'],
  [
    certPqSignature,
    'an ML-DSA key',
    { leaf: key({ algorithm: 'ml-dsa-65', bits: null, curve: null }) },
    'informational',
    /example\.test has a post-quantum key/,
  ],
  [certPqSignature, 'an ML-DSA signature', { leaf: signed('ML-DSA-44', 'none') }, 'informational', /ML-DSA-44/],
  [
    certPqSignature,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [
    certSigSha1,
    'SHA-1 beside a date that cannot be read',
    { leaf: { ...sha1, malformed: 'Broken', unreadable: ['notAfter'] }, path: [], problems: ['malformed'] },
    'fail',
  ],
  [
    certSigMd5,
    'a signature algorithm that cannot be read',
    { leaf: { ...md5, malformed: 'Broken', unreadable: ['signatureAlgorithm'] }, problems: ['malformed'] },
    'not-applicable',
  ],
];

testRows(rows);
