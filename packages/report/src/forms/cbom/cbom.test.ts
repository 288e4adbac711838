import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { runs } from '../../testing/endings.ts';
import { sampleReport } from '../../testing/sample-report.ts';
import { cyclonedxProblems } from '../../testing/schemas.ts';
import { completed } from '../ending.ts';
import { cipherAlgorithm, groupAlgorithm, keyAlgorithm } from './algorithms.ts';
import { renderCbom } from './cbom.ts';

const golden = (site: string): Report =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../../../engine/golden/${site}.report.json`), 'utf8'));

for (const [name, endings] of runs)
  test(`${name}: the inventory conforms to the schema of CycloneDX 1.7`, () => {
    for (const ending of endings) assert.deepEqual(cyclonedxProblems(renderCbom([ending])), []);
  });

for (const site of ['good.lab', 'bad.lab', 'pq.lab', 'mail-only.lab'])
  test(`${site}: each reference resolves to a component, and the schema is met`, () => {
    const json = renderCbom([completed(golden(site))]);
    assert.deepEqual(cyclonedxProblems(json), []);
    const { components } = JSON.parse(json);
    const refs = components.map((one: Record<string, string>) => one['bom-ref']);
    assert.equal(new Set(refs).size, refs.length);
    for (const [, ref = ''] of json.matchAll(/"((?:algorithm|certificate):[^"]+)"/gu))
      assert.ok(refs.includes(ref), ref);
  });

test("a host with post-quantum groups lists them, with NIST's security category", () => {
  const { components } = JSON.parse(renderCbom([completed(golden('pq.lab'))]));
  const levels = components.flatMap(
    ({
      name,
      cryptoProperties,
    }: {
      name: string;
      cryptoProperties: { algorithmProperties?: { nistQuantumSecurityLevel?: number } };
    }) => (/mlkem768/iu.test(name) ? [cryptoProperties.algorithmProperties?.nistQuantumSecurityLevel] : []),
  );
  assert.ok(levels.length > 0 && levels.every((level: unknown) => level === 3));
});

const [leaf, issuer] = golden('good.lab').certificates?.chains[0]?.path ?? [];
assert.ok(leaf !== undefined && issuer !== undefined);
const mailServer = {
  host: 'mx.site.lab',
  address: '192.0.2.25',
  port: 25,
  versions: [
    {
      version: 'TLSv1.2',
      cipherSuites: [{ code: '0xc030', name: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' }],
      groups: ['secp256r1'],
      complete: false,
    },
  ],
  certificates: [{ ...leaf, sha256: 'ab'.repeat(32), subject: 'CN=mx.site.lab', key: 'rsa 3072' }, issuer],
};

test('mail servers are listed as web servers are, with versions, suites, groups and certificates', () => {
  const report = golden('good.lab');
  assert.ok(report.mail !== null && report.mail !== undefined);
  const json = renderCbom([completed({ ...report, mail: { ...report.mail, servers: [mailServer] } })]);
  assert.deepEqual(cyclonedxProblems(json), []);
  const { components } = JSON.parse(json);
  const byRef = new Map(components.map((one: Record<string, string>) => [one['bom-ref'], one]));
  assert.equal(byRef.size, components.length);
  const certificate = `certificate:${'ab'.repeat(32)}`;
  assert.deepEqual(byRef.get('protocol:mx.site.lab:192.0.2.25:25:TLSv1.2'), {
    type: 'cryptographic-asset',
    'bom-ref': 'protocol:mx.site.lab:192.0.2.25:25:TLSv1.2',
    name: 'TLSv1.2 of mx.site.lab at 192.0.2.25, port 25',
    cryptoProperties: {
      assetType: 'protocol',
      protocolProperties: {
        type: 'tls',
        version: '1.2',
        cipherSuites: [
          {
            name: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
            algorithms: ['algorithm:aes-256-gcm'],
            identifiers: ['0xC0', '0x30'],
            tlsGroups: ['secp256r1'],
          },
        ],
        cryptoRefArray: ['algorithm:secp256r1', certificate, `certificate:${issuer.sha256}`],
      },
    },
    properties: [{ name: 'perimeter:suites', value: 'incomplete' }],
  });
  assert.ok(byRef.has(certificate) && byRef.has('algorithm:rsa-3072') && byRef.has('algorithm:aes-256-gcm'));
});

test('a list of the weak suites alone is not complete', () => {
  const { mail: _, ...report } = golden('good.lab');
  assert.ok(report.tls !== null && report.tls !== undefined);
  const endpoints = report.tls.endpoints.map((one) => ({
    ...one,
    versions: one.versions.map((version) => ({ ...version, enumeration: 'weak-only' as const })),
  }));
  const values = (one: Report): unknown[] =>
    JSON.parse(renderCbom([completed(one)])).components.flatMap(
      ({ properties = [] }: { properties?: { value: string }[] }) => properties.map(({ value }) => value),
    );
  assert.deepEqual(new Set(values(report)), new Set(['complete']));
  assert.deepEqual(new Set(values({ ...report, tls: { ...report.tls, endpoints } })), new Set(['incomplete']));
});

test('algorithms have their primitive and level', () => {
  const level = ({ primitive, nistQuantumSecurityLevel }: ReturnType<typeof groupAlgorithm>) => [
    primitive,
    nistQuantumSecurityLevel,
  ];
  assert.deepEqual(level(groupAlgorithm('X25519MLKEM768')), ['combiner', 3]);
  assert.deepEqual(level(groupAlgorithm('MLKEM1024')), ['kem', 5]);
  assert.deepEqual(level(groupAlgorithm('secp256r1')), ['key-agree', 0]);
  assert.deepEqual(level(groupAlgorithm('X25519Kyber768Draft00')), ['combiner', undefined]);
  assert.deepEqual(level(keyAlgorithm('rsa 2048')), ['signature', 0]);
  for (const [suite, name] of [
    ['TLS_AES_256_GCM_SHA384', 'AES-256-GCM'],
    ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'ChaCha20-Poly1305'],
    ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', '3DES-EDE-CBC'],
    ['TLS_RSA_WITH_RC4_128_MD5', 'RC4-128'],
    ['TLS_RSA_WITH_NULL_SHA', 'NULL'],
  ] as const)
    assert.equal(cipherAlgorithm(suite)?.name, name);
  const primitives = ['CAMELLIA_128_CBC', 'ARIA_256_GCM', 'SEED_CBC', '3DES_EDE_CBC', 'RC4_128', 'NULL'].map(
    (cipher) => cipherAlgorithm(`TLS_RSA_WITH_${cipher}_SHA`)?.primitive,
  );
  assert.deepEqual(primitives, ['block-cipher', 'ae', 'block-cipher', 'block-cipher', 'stream-cipher', 'other']);
  assert.equal(cipherAlgorithm('unknown'), null);
});

test('the schema rejects an unknown primitive', () => {
  const json = renderCbom([completed(golden('good.lab'))]).replaceAll('"key-agree"', '"key-exchange"');
  assert.notDeepEqual(cyclonedxProblems(json), []);
  assert.equal(renderCbom([completed(sampleReport)]), renderCbom([completed(sampleReport)]));
});
