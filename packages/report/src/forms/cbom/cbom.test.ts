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
