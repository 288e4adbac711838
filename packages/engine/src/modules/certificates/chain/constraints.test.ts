import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vectors } from '../../../catalogue/vectors.data.ts';
import { scoreVector } from '../../../scoring/cvss.ts';
import { audited, goodLeaf, intermediate, key, problem, root, rsa, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { acceptedVersion, refusedVersion, goodVersions } from '../../../evidence/tls/example.ts';
import { certConstraintsWrong, certEkuClientauth, certEkuNoServerauth, certSerialEntropy } from './constraints.ts';

const itself = { path: [], behind: [], problems: ['self-signed' as const] };
const unreadable = { leaf: { malformed: 'Broken' }, problems: ['malformed' as const] };
const usage = (...keyUsage: readonly string[]) => ({ leaf: { ...rsa(2_048), keyUsage: [...keyUsage] } });
const only12 = (suites: readonly number[], complete = true) => ({
  endpoint: {
    versions: [
      ...goodVersions.filter(({ version }) => version !== 'TLSv1.2' && version !== 'TLSv1.3'),
      acceptedVersion('TLSv1.2', suites, { complete }),
      refusedVersion('TLSv1.3'),
    ],
  },
});
const ecdheRsa = 0xc02f;
const staticRsa = 0x009c;

const rows: readonly Row[] = [
  [certEkuNoServerauth, 'serverAuth', {}, 'pass', /serverAuth/],
  [certEkuNoServerauth, 'no extension allows everything', { leaf: { extendedKeyUsage: null } }, 'pass'],
  [certEkuNoServerauth, 'anyExtendedKeyUsage', { leaf: { extendedKeyUsage: ['anyExtendedKeyUsage'] } }, 'pass'],
  [
    certEkuNoServerauth,
    'clientAuth alone',
    { leaf: { extendedKeyUsage: ['clientAuth'] } },
    'fail',
    /allows clientAuth; expected: serverAuth/,
  ],
  [
    certEkuNoServerauth,
    'an issuer for clients only',
    {
      path: [intermediate({ extendedKeyUsage: ['clientAuth'] }), root()],
      problems: [problem('extended-key-usage', intermediate().sha256, 'purpose-missing', 'clientAuth', 'serverAuth')],
    },
    'fail',
    /E7: extendedKeyUsage is clientAuth and lacks serverAuth; expected/,
  ],
  [
    certEkuNoServerauth,
    'anyExtendedKeyUsage, which the verifier refuses',
    {
      leaf: { extendedKeyUsage: ['anyExtendedKeyUsage'] },
      problems: [problem('extended-key-usage', goodLeaf.sha256)],
    },
    'fail',
    /openssl x509 -noout -subject -ext extendedKeyUsage$/,
  ],
  [certEkuNoServerauth, 'the certificate cannot be read', unreadable, 'not-applicable'],

  [certEkuClientauth, 'serverAuth alone', {}, 'pass'],
  [
    certEkuClientauth,
    'clientAuth too',
    { leaf: { extendedKeyUsage: ['serverAuth', 'clientAuth'] } },
    'informational',
    /clientAuth in addition to serverAuth/,
  ],
  [
    certEkuClientauth,
    'clientAuth too, issued after its end',
    { leaf: { extendedKeyUsage: ['serverAuth', 'clientAuth'], notBefore: Date.UTC(2027, 2, 15) / 1_000 } },
    'fail',
    /issued on or after 2027-03-15[^]*notBefore: 2027-03-15T00:00:00Z/,
  ],
  [
    certEkuClientauth,
    'clientAuth too, issued on the last day',
    { leaf: { extendedKeyUsage: ['serverAuth', 'clientAuth'], notBefore: Date.UTC(2027, 2, 15) / 1_000 - 1 } },
    'informational',
    /all leaves from 2027-03-15 on/,
  ],
  [certEkuClientauth, 'no extension', { leaf: { extendedKeyUsage: null } }, 'pass'],
  [
    certEkuClientauth,
    'clientAuth alone is another check',
    { leaf: { extendedKeyUsage: ['clientAuth'] } },
    'not-applicable',
  ],
  [certEkuClientauth, 'the certificate cannot be read', unreadable, 'not-applicable'],

  [certConstraintsWrong, 'CA:FALSE and digitalSignature', {}, 'pass'],
  [certConstraintsWrong, 'no keyUsage allows everything', { leaf: { keyUsage: null } }, 'pass'],
  [
    certConstraintsWrong,
    'CA:TRUE',
    { leaf: { basicConstraints: { critical: true, ca: true, pathLength: null } } },
    'fail',
    /CA:TRUE in basicConstraints/,
  ],
  [
    certConstraintsWrong,
    'CA:TRUE, which browsers refuse',
    {
      leaf: { basicConstraints: { critical: true, ca: true, pathLength: null } },
      problems: [problem('profile', goodLeaf.sha256, 'leaf-is-authority')],
    },
    'fail',
    /The leaf is a CA \(basicConstraints CA:TRUE\)/,
  ],
  [
    certConstraintsWrong,
    'keyCertSign',
    { leaf: { keyUsage: ['digitalSignature', 'keyCertSign'] } },
    'fail',
    /keyCertSign in keyUsage of a server certificate/,
  ],
  [
    certConstraintsWrong,
    'CA:TRUE on a certificate that signed itself',
    { ...itself, leaf: { basicConstraints: { critical: true, ca: true, pathLength: null } } },
    'not-applicable',
  ],
  [
    certConstraintsWrong,
    'keyCertSign without CA:TRUE, which browsers refuse',
    { leaf: { keyUsage: ['keyCertSign'] }, problems: ['key-usage', 'profile'] },
    'fail',
    /keyUsage allows nothing.*explicit curve parameters/,
  ],
  [
    certConstraintsWrong,
    'a public issuer or root that is not made as it has to be',
    { problems: [problem('strict-profile', intermediate().sha256), problem('strict-profile', root().sha256)] },
    'pass',
  ],
  [
    certConstraintsWrong,
    'an issuer of the operator that is not made as it has to be',
    {
      verdict: { anchor: 'extra' },
      problems: [problem('strict-profile', intermediate().sha256, 'subject-key-id-missing')],
    },
    'fail',
    /E7: subjectKeyIdentifier of a CA is missing .*; expected/,
  ],
  [
    certConstraintsWrong,
    'signed by itself and badly made',
    { ...itself, problems: ['self-signed', 'strict-profile'] },
    'not-applicable',
  ],
  [certConstraintsWrong, 'the verifier says that the usage does not fit', { problems: ['key-usage'] }, 'fail'],
  [
    certConstraintsWrong,
    'an EC key that may not sign',
    { leaf: { keyUsage: ['keyAgreement'] } },
    'fail',
    /EC P-256 key to sign; expected: digitalSignature/,
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only decrypt, with TLS 1.3',
    usage('keyEncipherment'),
    'fail',
    /to sign; expected: digitalSignature/,
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only decrypt, with ECDHE',
    { ...usage('keyEncipherment'), ...only12([ecdheRsa, staticRsa]) },
    'fail',
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only decrypt, with static RSA alone',
    { ...usage('keyEncipherment'), ...only12([staticRsa]) },
    'pass',
  ],
  [
    certConstraintsWrong,
    'an RSA key that may do neither, with static RSA alone',
    { ...usage('dataEncipherment'), ...only12([staticRsa]) },
    'fail',
    /to decrypt; expected: keyEncipherment/,
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only decrypt, with suites cut short',
    { ...usage('keyEncipherment'), ...only12([staticRsa], false) },
    'inconclusive',
    /unknown whether the key has to sign/,
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only sign, beside static RSA',
    { ...usage('digitalSignature'), ...only12([ecdheRsa, staticRsa]) },
    'pass',
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only sign, with static RSA alone',
    { ...usage('digitalSignature'), ...only12([staticRsa]) },
    'fail',
    /RSA 2048 key to decrypt; expected: keyEncipherment/,
  ],
  [
    certConstraintsWrong,
    'an RSA key that may do both, with static RSA alone',
    { ...usage('digitalSignature', 'keyEncipherment'), ...only12([staticRsa]) },
    'pass',
  ],
  [
    certConstraintsWrong,
    'an RSA key that may only sign, with suites cut short',
    { ...usage('digitalSignature'), ...only12([staticRsa], false) },
    'pass',
  ],
  [certConstraintsWrong, 'the certificate cannot be read', unreadable, 'not-applicable'],

  [certSerialEntropy, '18 octets', {}, 'pass', /18 bytes/],
  [certSerialEntropy, 'eight octets', { leaf: { serialNumber: '7f00000000000001' } }, 'pass'],
  [certSerialEntropy, 'one octet', { leaf: { serialNumber: '01' } }, 'informational', /01 has 1 byte;/],
  [certSerialEntropy, 'signed by itself', { ...itself, leaf: { serialNumber: '01', ...key({}) } }, 'not-applicable'],
  [certSerialEntropy, 'the certificate cannot be read', unreadable, 'not-applicable'],
];

testRows(rows);

test('a fault that only strict clients refuse weighs less than CA rights', () => {
  const severityOf = (changes: Changes) => {
    const outcome = certConstraintsWrong.evaluate(audited(changes));
    assert.ok(outcome.outcome === 'fail');
    const [{ cvss }] = outcome.findings;
    return scoreVector(cvss === undefined ? (certConstraintsWrong.cvss ?? '') : vectors[cvss]).severity;
  };
  assert.equal(severityOf({ problems: ['strict-profile'] }), 'low');
  assert.equal(severityOf({ problems: ['key-usage'] }), 'medium');
  assert.equal(
    severityOf({ leaf: { keyUsage: ['digitalSignature', 'keyCertSign'] }, problems: ['strict-profile'] }),
    'medium',
  );
});
