import { audited, digest, goodLeaf, key, problem, together, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certDistrustedCa, certNameMismatch, certSelfSigned, certUntrusted } from './trust.ts';

const nobody: Changes = { path: [], problems: ['unknown-issuer'], behind: [] };

const fetched = (reason: 'timeout' | 'unreachable' | 'budget', detail: string): Changes => ({
  ...nobody,
  evidence: {
    fetches: [
      {
        url: 'http://e7.i.lencr.test/',
        purpose: 'issuer',
        failure: { reason, gap: 'words-kept', values: [detail] },
        bytes: 0,
      },
    ],
  },
});
const itself: Changes = {
  leaf: { issuer: 'CN=example.test', selfIssued: true, selfSigned: true },
  behind: [],
  path: [],
  problems: ['self-signed'],
};
const unreadableNames: Changes = {
  leaf: { subjectAltNames: [] },
  problems: [problem('malformed', goodLeaf.sha256, 'extension-unreadable', 'subjectAltName', 'an octet is not ASCII')],
};
const otherAddress = audited({ endpoint: { address: '2001:db8::1' }, problems: ['name-mismatch'] });

const rows: readonly Row[] = [
  [certUntrusted, 'a path to a public root', {}, 'pass', /ISRG Root X2/],
  [certUntrusted, 'a path to a root of the operator', { verdict: { anchor: 'extra' } }, 'pass'],
  [
    certUntrusted,
    'SSL 2.0 has no room for the issuers',
    { ...nobody, chain: { viaVersion: 'SSLv2' } },
    'inconclusive',
    /SSL 2\.0 transmits only one certificate/,
  ],
  [certUntrusted, 'no path at all', nobody, 'fail', /no trusted root is the issuer of example\.test/],
  [
    certUntrusted,
    'the issuer is not where it should be',
    fetched('unreachable', 'No such host'),
    'fail',
    /unreachable, No such host/,
  ],
  [
    certUntrusted,
    'the address of the issuer was silent',
    fetched('timeout', 'No answer within 5 s'),
    'fail',
    /timeout, No answer within 5 s/,
  ],
  [
    certUntrusted,
    'we had no budget left to ask for the issuer',
    fetched('budget', 'The budget was used up'),
    'inconclusive',
    /could not be fetched: The budget was used up/,
  ],
  [
    certUntrusted,
    'the silence of another address says nothing of this one',
    {
      ...nobody,
      evidence: {
        fetches: [
          {
            url: 'http://else.test/',
            purpose: 'issuer',
            failure: { reason: 'timeout', gap: 'words-kept', values: ['Silence'] },
            bytes: 0,
          },
        ],
      },
    },
    'fail',
  ],
  [
    certUntrusted,
    'an issuer that may not issue',
    { problems: [problem('not-a-ca', digest('2b'), 'issuer-version', 'CN=E7')] },
    'fail',
    /has version CN=E7, which cannot mark it as a CA; expected/,
  ],
  [
    certUntrusted,
    'a certificate that cannot be read',
    {
      leaf: { malformed: 'An INTEGER without octets' },
      problems: [problem('malformed', goodLeaf.sha256, 'certificate-unreadable', 'An INTEGER without octets')],
    },
    'fail',
    /malformed: An INTEGER/,
  ],
  [
    certUntrusted,
    'an algorithm that cannot be verified here',
    { problems: ['unknown-algorithm'] },
    'inconclusive',
    /unknown whether browsers trust the path: [^]*which browsers do not support/,
  ],
  [
    certUntrusted,
    'a curve that no browser knows',
    { leaf: key({ algorithm: 'ec', bits: 256, curve: 'secp256k1' }), problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'a signature that no browser verifies',
    { leaf: { signature: { algorithm: 'sha224WithRSAEncryption', hash: 'sha224' } }, problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'a key that verifiers know and browsers do not',
    { leaf: key({ algorithm: 'ed25519', bits: 253, curve: null }) },
    'pass',
    /browsers do not support its Ed25519 key/,
  ],
  [
    certUntrusted,
    'an unknown issuer beside an unknown algorithm',
    { ...nobody, problems: ['unknown-issuer', 'unknown-algorithm'] },
    'fail',
  ],
  [certUntrusted, 'a self-signed certificate is told apart', itself, 'not-applicable'],
  [certUntrusted, 'an expired one too', { problems: ['expired'] }, 'pass'],
  [certUntrusted, 'the wrong name too', { problems: ['name-mismatch'] }, 'pass'],
  [
    certUntrusted,
    'a DSA key is short, which is another check',
    { leaf: key({ algorithm: 'dsa', bits: 1_024, curve: null }), problems: ['unknown-algorithm'] },
    'pass',
  ],
  [certUntrusted, 'a certificate made in a way that browsers refuse', { problems: ['profile'] }, 'fail'],
  [certUntrusted, 'what only strict verifiers refuse is another check', { problems: ['strict-profile'] }, 'pass'],
  [certSelfSigned, 'issued by an authority', {}, 'pass', /Let's Encrypt/],
  [certSelfSigned, 'signed by its own key', itself, 'fail', /Issuer and subject are both CN=example\.test/],
  [
    certSelfSigned,
    'signed by its own key, and trusted by the operator',
    { ...itself, problems: [], path: [], verdict: { anchor: 'extra' } },
    'pass',
  ],
  [certSelfSigned, 'a private authority is none', nobody, 'pass'],
  [certSelfSigned, 'a certificate that cannot be read', { leaf: { malformed: 'no certificate' } }, 'not-applicable'],
  [
    certUntrusted,
    'a hash that verifiers know and browsers do not',
    { leaf: { signature: { algorithm: 'RSA-SHA3-256', hash: 'sha3-256' } }, problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'two problems, the second as a clause',
    {
      problems: [
        problem('bad-signature', goodLeaf.sha256, 'signature-unverifiable', 'E7'),
        problem('path-length', goodLeaf.sha256, 'signature-invalid', 'E7'),
      ],
    },
    'fail',
    /The signature by E7 uses an unsupported algorithm; the signature is invalid: it does not verify with the key of E7; expected/,
  ],
  [certNameMismatch, 'the host is among the names', {}, 'pass'],
  [certNameMismatch, 'the names cannot be read', unreadableNames, 'not-applicable', /subjectAltName is malformed/],
  [certUntrusted, 'the names cannot be read', unreadableNames, 'fail', /subjectAltName is malformed/],
  [
    certNameMismatch,
    'the host is the common name alone',
    { leaf: { commonName: 'Example.test', subjectAltNames: [] }, problems: ['name-mismatch'] },
    'fail',
    /is for no host, not for example\.test, which is only its common name/,
  ],
  [
    certNameMismatch,
    'the host is nowhere in the certificate',
    { leaf: { commonName: 'other.test', subjectAltNames: [] }, problems: ['name-mismatch'] },
    'fail',
    /is for no host, not for example\.test; expected/,
  ],
  [
    certNameMismatch,
    'the host is not among the names',
    { leaf: { subjectAltNames: [{ type: 'dns', value: 'elsewhere.test' }] }, problems: ['name-mismatch'] },
    'fail',
    /host: example\.test\nsubjectAltName: elsewhere\.test/,
  ],
  [certNameMismatch, 'on one address of two', together(audited(), otherAddress), 'fail', /\(1 of 2 certificates\)/],
  [
    certNameMismatch,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],
  [certDistrustedCa, 'a root that is trusted', {}, 'pass'],
  [
    certDistrustedCa,
    'a root that lost its trust',
    { problems: ['distrusted'] },
    'fail',
    /the last one is a public root/,
  ],
  [certDistrustedCa, 'a root of the operator', { verdict: { anchor: 'extra' } }, 'not-applicable'],
];

testRows(rows);
