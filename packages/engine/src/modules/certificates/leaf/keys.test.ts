import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import { vectors } from '../../../catalogue/vectors.data.ts';
import { scoreVector } from '../../../scoring/cvss.ts';
import { digest, audited, intermediate, key, problem, root, rsa, timedOut } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certKeyBroken, certKeyKnownWeak, certKeyShort, certSharedKeyServices } from './keys.ts';

const dsa = (bits: number) => key({ algorithm: 'dsa', bits, curve: null });
const weak = (kind: 'debian' | 'roca' | 'shared-factor', ...values: string[]) => ({
  ...rsa(2_048),
  key: { ...rsa(2_048).key, weakness: { kind, values } },
});
const dateless = { malformed: 'Broken', unreadable: ['notAfter' as const] };
const p224 = { leaf: key({ curve: 'P-224', bits: 224 }), problems: [problem('weak-key')] };

const service = (port: number, spkiSha256: string | null, ssl2 = false) => ({
  address: '192.0.2.1',
  port,
  protocol: 'smtp',
  failure:
    spkiSha256 === null ? { reason: 'timeout' as const, gap: 'words-kept' as const, values: ['No banner'] } : null,
  leafSha256: spkiSha256,
  spkiSha256,
  names: ['mail.example.test'],
  ssl2: seen(ssl2),
});
const deep = (...services: readonly ReturnType<typeof service>[]) => ({
  target: { scanMode: 'deep' as const },
  evidence: { otherServices: seen([...services]) },
});

const rows: readonly Row[] = [
  [certKeyBroken, 'P-256', {}, 'pass', /EC P-256, EC P-384/],
  [certKeyBroken, 'RSA of 512 bits', { leaf: rsa(512) }, 'fail', /example\.test: RSA key of 512 bits;/],
  [certKeyBroken, 'RSA of 1023 bits', { leaf: rsa(1_023) }, 'fail'],
  [certKeyBroken, 'RSA of 1024 bits is short, not broken', { leaf: rsa(1_024) }, 'pass'],
  [
    certKeyBroken,
    'RSA with the exponent 1',
    { leaf: rsa(2_048, '1') },
    'fail',
    /RSA key of 2048 bits, with the exponent 1/,
  ],
  [certKeyBroken, 'RSA with an even exponent', { leaf: rsa(2_048, '65536') }, 'fail'],
  [certKeyBroken, 'RSA with the exponent 3 is sound', { leaf: rsa(2_048, '3') }, 'pass'],
  [certKeyBroken, 'a curve of 112 bits', { leaf: key({ curve: 'secp112r1', bits: 112 }) }, 'fail'],
  [certKeyBroken, 'DSA of 512 bits', { leaf: dsa(512) }, 'fail'],
  [
    certKeyBroken,
    'an intermediate of 512 bits',
    { path: [intermediate(rsa(512)), root()] },
    'fail',
    /E7: RSA key of 512 bits/,
  ],
  [certKeyBroken, 'a root is trusted whatever its key', { path: [intermediate(), root(rsa(512))] }, 'pass'],
  [certKeyBroken, 'Ed25519', { leaf: key({ algorithm: 'ed25519', bits: 253, curve: null }) }, 'pass'],
  [certKeyBroken, 'ML-DSA', { leaf: key({ algorithm: 'ml-dsa-65', bits: null, curve: null }) }, 'pass'],
  [
    certKeyBroken,
    'an algorithm that nobody knows',
    { leaf: key({ algorithm: '1.2.3.4', bits: null, curve: null }) },
    'inconclusive',
    /1\.2\.3\.4/,
  ],
  [
    certKeyBroken,
    'a curve that is spelt out',
    { leaf: key({ curve: 'explicit', bits: null }) },
    'inconclusive',
    /explicit/,
  ],
  [
    certKeyBroken,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certKeyShort, 'P-256', {}, 'pass'],
  [certKeyShort, 'RSA of 2048 bits', { leaf: rsa(2_048) }, 'pass'],
  [certKeyShort, 'RSA of 2047 bits, which some generators make of 2048', { leaf: rsa(2_047) }, 'pass'],
  [certKeyShort, 'RSA of 256 octets', { leaf: rsa(2_041) }, 'pass'],
  [certKeyShort, 'RSA of 255 octets', { leaf: rsa(2_040) }, 'fail', /RSA key of 2040 bits/],
  [
    certKeyShort,
    'RSA of 1024 bits',
    { leaf: rsa(1_024), problems: ['weak-key'] },
    'fail',
    /expected: RSA of at least 2048 bits/,
  ],
  [certKeyShort, 'RSA of 512 bits is broken, not short', { leaf: rsa(512), problems: ['weak-key'] }, 'pass'],
  [certKeyShort, 'a curve of 192 bits', { leaf: key({ curve: 'P-192', bits: 192 }) }, 'fail', /EC key on P-192/],
  [certKeyShort, 'P-224, which browsers do not accept', p224, 'fail', /EC key on P-224/],
  [
    certKeyShort,
    'DSA of 2048 bits',
    { leaf: dsa(2_048), problems: ['unknown-algorithm'] },
    'fail',
    /DSA key of 2048 bits/,
  ],
  [
    certKeyShort,
    'an algorithm that nobody knows',
    { leaf: key({ algorithm: '1.2.3.4', bits: null, curve: null }) },
    'inconclusive',
  ],
  [
    certKeyShort,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certKeyKnownWeak, 'no mark', {}, 'pass'],
  [
    certKeyKnownWeak,
    'the mark of ROCA',
    { leaf: weak('roca') },
    'fail',
    /Infineon.*\n.*\nroca: The modulus is a power of 65537/s,
  ],
  [
    certKeyKnownWeak,
    'a listed key',
    { leaf: weak('debian', '00112233445566778899') },
    'fail',
    /debian: .* contains it as 00112233445566778899.*-modulus \| sha1sum \| cut -c 21-40/s,
  ],
  [certKeyKnownWeak, 'a prime in common', { leaf: weak('shared-factor') }, 'fail', /shares a prime factor/],
  [certKeyKnownWeak, 'the mark on an intermediate', { path: [intermediate(weak('roca')), root()] }, 'fail', /E7/],
  [
    certKeyKnownWeak,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certSharedKeyServices, 'no other service has the key', deep(service(25, digest('d4'))), 'pass'],
  [
    certSharedKeyServices,
    'the mail server has the key',
    deep(service(25, digest('a1'))),
    'informational',
    /smtp on 192\.0\.2\.1:25 uses the key/,
  ],
  [certSharedKeyServices, 'and answers SSL 2.0', deep(service(25, digest('a1'), true)), 'informational', /DROWN/],
  [
    certSharedKeyServices,
    'a service was silent',
    deep(service(25, null), service(993, digest('d4'))),
    'inconclusive',
    /No banner/,
  ],
  [certSharedKeyServices, 'there is no other service', deep(), 'not-applicable'],
  [
    certSharedKeyServices,
    'nobody looked',
    { evidence: { otherServices: timedOut } },
    'inconclusive',
    /No answer within 10000 ms/,
  ],

  [certKeyBroken, 'a short key beside a date that cannot be read', { leaf: { ...rsa(512), ...dateless } }, 'fail'],
  [certKeyShort, 'a short key beside a date that cannot be read', { leaf: { ...rsa(1_024), ...dateless } }, 'fail'],
  [
    certKeyKnownWeak,
    'a weak key beside a date that cannot be read',
    { leaf: { ...weak('roca'), ...dateless } },
    'fail',
  ],
  [
    certKeyShort,
    'a key that cannot be read',
    { leaf: { ...dateless, unreadable: ['subjectPublicKeyInfo'] } },
    'not-applicable',
  ],
];

testRows(rows);

test('P-224 weighs as an outage, a short key as broken cryptography', () => {
  const severityOf = (changes: Parameters<typeof audited>[0]) => {
    const outcome = certKeyShort.evaluate(audited(changes));
    assert.ok(outcome.outcome === 'fail');
    const [{ cvss }] = outcome.findings;
    return scoreVector(cvss === undefined ? (certKeyShort.cvss ?? '') : vectors[cvss]).severity;
  };
  assert.equal(severityOf(p224), 'medium');
  assert.equal(severityOf({ leaf: rsa(1_024) }), 'high');
});
