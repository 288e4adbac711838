import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { textOf } from '../../../catalogue/testing/rows.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen } from '../../../evidence/observed.ts';
import { answered, chained } from '../../derive/http/testing/evidence.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { tls12Only, tls13Only, tlsOf, withVersions, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { besideService, soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { tlsProfile } from './profile.ts';
import { profiles, suiteProfiles } from '../../derive/tls/profiles.data.ts';
import { absentVectors, publishedVectors } from '@perimeter/protocols/testing/published-vectors';

const old = withVersions(
  acceptedVersion('TLSv1.0', [0xc013, 0x002f]),
  acceptedVersion('TLSv1.1', [0xc013, 0x002f]),
  acceptedVersion('TLSv1.2', [0xc02f, 0xc013, 0x002f, 0x000a]),
);

const day = 86_400;
const p256 = { algorithm: 'ec', bits: 256, curve: 'P-256' } as const;

/** One leaf's facts: by default P-256, signed with ECDSA, valid for 90 days. */
function leaf(changes: Partial<CertificateFacts> = {}, key: Partial<CertificateFacts['key']> = p256): SomeEvidence {
  const { certificates } = besideService({});
  assert.ok(certificates);
  return {
    certificates: {
      ...certificates,
      certificates: certificates.certificates.map((one) => ({
        ...one,
        notAfter: 90 * day,
        signature: { algorithm: 'ecdsa-with-SHA256', hash: 'sha256' },
        ...changes,
        key: { ...one.key, ...key },
      })),
    },
  };
}

const hsts = (...values: string[]): SomeEvidence => {
  const lines = values.map((value) => `Strict-Transport-Security: ${value}`);
  return { http: chained([answered('x1', lines, { url: 'https://example.test/' })]).http };
};

const modern = tlsOf(tls13Only());
const rsa = leaf(
  { signature: { algorithm: 'sha256WithRSAEncryption', hash: 'sha256' } },
  { algorithm: 'rsa', bits: 2048 },
);

testFlaws([
  [
    tlsProfile,
    'TLS 1.3 and a P-256 certificate',
    { ...modern, ...leaf() },
    'informational',
    /^.*\nMeets Mozilla modern \(guidelines 6\.0\), the strictest\.\n/,
  ],
  [
    tlsProfile,
    'TLS 1.3 and an RSA certificate',
    { ...modern, ...rsa },
    'informational',
    /Meets Mozilla intermediate \(guidelines 6\.0\)\. Deviations from Mozilla modern \(guidelines 6\.0\), the next profile: serves no ECDSA certificate\./,
  ],
  [
    tlsProfile,
    'TLS 1.2 and 1.3 as recommended',
    leaf(),
    'informational',
    /Meets Mozilla intermediate[^]*Deviations from[^]*: accepts TLSv1\.2; accepts TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256;/,
  ],
  [tlsProfile, 'TLS 1.0 to 1.3', { ...tlsOf(old), ...rsa }, 'informational', /Meets Mozilla old \(guidelines 5\.8\)/],
  [
    tlsProfile,
    'none is met',
    { ...tlsOf(tls12Only([0xc02f, 0x009e])), ...leaf() },
    'informational',
    /Meets no profile\. Deviations from Mozilla intermediate \(guidelines 6\.0\), the closest profile: lacks TLSv1\.3; accepts TLS_DHE_RSA_WITH_AES_128_GCM_SHA256\./,
  ],
  [
    tlsProfile,
    'advice does not keep a server from a profile',
    { ...tlsOf(withVersions(acceptedVersion('TLSv1.3', [0x1301], { groups: [0x001d] }))), ...leaf() },
    'informational',
    /Meets Mozilla intermediate[^]*recommended otherwise: lacks 0x11ec X25519MLKEM768/,
  ],
  [
    tlsProfile,
    'a P-521 certificate',
    { ...modern, ...leaf({}, { ...p256, curve: 'P-521' }) },
    'informational',
    /Meets no profile[^]*certificate on P-521/,
  ],
  [
    tlsProfile,
    'an RSA key of 1024 bits',
    { ...leaf({}, { algorithm: 'rsa', bits: 1024 }) },
    'informational',
    /RSA key of 1024 bits/,
  ],
  [
    tlsProfile,
    'a SHA-1 signature',
    leaf({ signature: { algorithm: 'sha1WithRSAEncryption', hash: 'sha1' } }),
    'informational',
    /signed with sha1WithRSAEncryption/,
  ],
  [
    tlsProfile,
    'a certificate for 200 days',
    { ...modern, ...leaf({ notAfter: 200 * day }) },
    'informational',
    /Meets Mozilla intermediate[^]*for 200 days, 90 at most[^]*200 days, 90 recommended/,
  ],
  [
    tlsProfile,
    'a small prime',
    { ...tlsOf(tls12Only([0x009e], { dh: [{ suite: 0x009e, bits: 1024, prime: 'c1', export: false }] })) },
    'informational',
    /prime of 1024 bits/,
  ],
  [
    tlsProfile,
    'no staple where there could be one',
    leaf({ ocspUrls: ['http://ocsp.test/'] }),
    'informational',
    /no OCSP staple/,
  ],
  [tlsProfile, 'no staple where there is no responder', leaf(), 'informational', /^(?![^]*staple)/],
  [
    tlsProfile,
    'HSTS for two years',
    { ...leaf(), ...hsts('max-age=63072000') },
    'informational',
    /^(?![^]*(HSTS|Strict-Transport))/,
  ],
  [
    tlsProfile,
    'HSTS for a year',
    { ...leaf(), ...hsts('includeSubDomains; max-age="31536000"') },
    'informational',
    /HSTS for 31536000 s, 63072000 recommended/,
  ],
  [tlsProfile, 'no HSTS', { ...leaf(), ...hsts() }, 'informational', /no Strict-Transport-Security/],
  [tlsProfile, 'no certificate was seen', {}, 'informational', /certificates were not compared/],
  [
    tlsProfile,
    "the client's order",
    { ...tlsOf(withVersions(acceptedVersion('TLSv1.2', [0xc02f, 0xc030], { preference: seen('client') }))) },
    'informational',
    /^(?![^]*intermediate[^]*the server's order[^]*old)/,
  ],
  [tlsProfile, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [tlsProfile, 'the list of suites was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
]);

test('every profile is listed with the deviations from it', () => {
  const text = textOf(tlsProfile.evaluate({ ...soundEvidence, ...tlsOf(goodEndpoint), ...leaf() }));
  assert.match(text, /\nMozilla modern \(guidelines 6\.0\): not met, 7 deviations\n {2}accepts TLSv1\.2\n/);
  assert.match(text, /\nMozilla intermediate \(guidelines 6\.0\): met\n/);
  assert.match(text, /\nMozilla old \(guidelines 5\.8\): not met, 1 deviation\n {2}serves no RSA certificate\n/);
});

test('versions, suites and groups are compared with the profiles of other publishers', () => {
  const text = (endpoint: TlsEndpoint): string =>
    textOf(tlsProfile.evaluate({ ...soundEvidence, ...tlsOf(endpoint), ...leaf() }));
  const nist = [0x0017, 0x0018];
  const only13 = (suites: number[], groups = nist) =>
    withVersions(refusedVersion('TLSv1.2'), acceptedVersion('TLSv1.3', suites, { groups }));
  const only12 = (suite: number) => tls12Only([suite], { groups: nist });
  const rows = [
    [
      only13([0x1302, 0x1303]),
      /NCSC-NL good[^\n]*: met\n/,
      /BSI[^\n]*: not met, 1 deviation\n {2}accepts TLS_CHACHA20/,
    ],
    [only13([0x1301, 0x1302]), /NCSC-NL good[^\n]*: not met, 1 deviation/, /NCSC-NL sufficient[^\n]*: met\n/],
    [only13([0x1301, 0x1302]), /BSI[^\n]*: met/],
    [only12(0xc02f), /NCSC-NL sufficient[^\n]*: met\n/, /BSI[^\n]*: met/],
    [only12(0xc027), /NCSC-NL sufficient[^\n]*: not met, 1/, /BSI[^\n]*: not met, 1/],
    [only12(0x009e), /NCSC-NL sufficient[^\n]*: not met, 1/, /BSI[^\n]*: met/],
    [only13([0x1302], [0x11ec, 0x11eb, 0x11ed, 0x001f]), /NCSC-NL good[^\n]*: met\n/, /BSI[^\n]*: met/],
    [
      only13([0x1302], [0x001d, 0x001e]),
      /NCSC-NL good[^\n]*: met\n/,
      /BSI[^\n]*: not met, 2[^\n]*\n {2}accepts 0x001d x25519/,
    ],
    [
      only13([0x1302], [0x0101]),
      /NCSC-NL good[^\n]*: not met, 1[^\n]*\n {2}accepts 0x0101 ffdhe3072/,
      /BSI[^\n]*: met/,
    ],
    [only13([0x1302], [0x0015, 0x0100]), /NCSC-NL sufficient[^\n]*: not met, 2/, /BSI[^\n]*: not met, 2/],
    [old, /NCSC-NL sufficient[^\n]*: not met/, /BSI[^]*accepts TLSv1\.1/],
  ] as const;
  for (const [endpoint, ...says] of rows) for (const one of says) assert.match(text(endpoint), one);
});

test('the profiles name suites of the registry only', () => {
  const known = new Set([...cipherSuites.values()].map(({ name }) => name));
  for (const { title, suites } of suiteProfiles)
    for (const name of suites) assert.ok(known.has(name), `${title}: ${name}`);
});

const guidelinesFile = publishedVectors('mozilla_tls_guidelines.json');
const configuration = z.object({
  tls_versions: z.array(z.string()),
  ciphersuites: z.array(z.string()),
  ciphers: z.object({ iana: z.array(z.string()) }),
  tls_curves: z.array(z.string()),
  certificate_curves: z.array(z.string()),
  certificate_signatures: z.array(z.string()),
  certificate_types: z.array(z.string()),
  dh_param_size: z.number().nullable(),
  ecdh_param_size: z.number(),
  hsts_min_age: z.number(),
  maximum_certificate_lifespan: z.number(),
  recommended_certificate_lifespan: z.number(),
  rsa_key_size: z.number().nullable(),
  ocsp_staple: z.boolean(),
  server_preferred_order: z.boolean(),
});
const curveNamesThere: Record<string, string> = { 'P-256': 'prime256v1', 'P-384': 'secp384r1' };
const guidelinesShape = z.object({
  guidelines: z.record(z.string(), z.object({ configurations: z.record(z.string(), configuration) })),
});
const groupNamesThere: Record<string, string> = { secp256r1: 'prime256v1', x25519: 'X25519' };
const versionNamesThere: Record<string, string> = { 'TLSv1.0': 'TLSv1' };

for (const ours of profiles) {
  test(`${ours.name} is equal to Mozilla's guidelines ${ours.guideline}`, (t) => {
    if (guidelinesFile === null) {
      t.skip(absentVectors('mozilla_tls_guidelines.json'));
      return;
    }
    const { guidelines } = guidelinesShape.parse(JSON.parse(fs.readFileSync(guidelinesFile, 'utf8')));
    const theirs = guidelines[ours.guideline]?.configurations[ours.name];
    assert.ok(theirs);
    assert.deepEqual(
      ours.versions.map((name) => versionNamesThere[name] ?? name),
      theirs.tls_versions,
    );
    assert.deepEqual(new Set(ours.suites), new Set([...theirs.ciphersuites, ...theirs.ciphers.iana]));
    const groups = ours.groups.map((code) => namedGroups.get(code)?.name ?? '');
    assert.deepEqual(
      groups.map((name) => groupNamesThere[name] ?? name),
      theirs.tls_curves,
    );
    assert.deepEqual(
      ours.certificateCurves.map((name) => curveNamesThere[name]),
      theirs.certificate_curves,
    );
    assert.deepEqual(ours.certificateSignatures, theirs.certificate_signatures);
    assert.deepEqual(ours.certificateTypes, theirs.certificate_types);
    assert.equal(ours.dhBits, theirs.dh_param_size);
    assert.equal(ours.ecdhBits, theirs.ecdh_param_size);
    assert.equal(ours.hstsMinAgeSeconds, theirs.hsts_min_age);
    assert.equal(ours.maxLifespanDays, theirs.maximum_certificate_lifespan);
    assert.equal(ours.recommendedLifespanDays, theirs.recommended_certificate_lifespan);
    assert.equal(ours.rsaKeyBits, theirs.rsa_key_size);
    assert.equal(ours.ocspStaple, theirs.ocsp_staple);
    assert.equal(ours.serverPreferredOrder, theirs.server_preferred_order);
  });
}
