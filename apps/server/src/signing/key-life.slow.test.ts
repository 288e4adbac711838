import { publishedKeys as schema } from '@perimeter/contract/verification';
import { dayMs } from '@perimeter/protocols/durations';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { base, options } from '@perimeter/report/testing/sealed-sample';
import assert from 'node:assert/strict';
import { randomBytes, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { serviceForTests } from '../testing/service.ts';
import { openTestDatabase } from '../testing/database.ts';
import { publishedKeys, trustedRoots } from './published-keys.ts';
import { type ActiveSigner, openSigner, renewEncryption } from './signing-keys.ts';

test('requests for the root of a service that has just started wait for it, and all get the same', async () => {
  const service = await serviceForTests(deterministicEngine(1));
  const get = async (name: string) => service.http.inject(`/.well-known/perimeter-signing/${name}`);
  const [keys, ...roots] = await Promise.all([get('keys.json'), get('root.pem'), get('root.pem'), get('root.pem')]);
  const [root] = new Set(roots.map(({ body }) => body));
  assert.equal(new Set(roots.map(({ body }) => body)).size, 1);
  assert.equal(new X509Certificate(root ?? '').ca, true);
  const told = schema.parse(keys.json()).keys;
  assert.deepEqual(told.map(({ role, status }) => `${role} ${status}`).toSorted(), ['root active', 'signer active']);
  assert.equal(told.find(({ role }) => role === 'root')?.certificate, root);
});

const { db, close } = await openTestDatabase();
test.after(close);
const [old, fresh] = [randomBytes(32), randomBytes(32)];

const sealedBy = ({ signer, chain }: ActiveSigner, sealedAtMs: number): Buffer =>
  sealPdf(base, { ...options, sealedAtMs, sealer: { certificate: signer.certificate, chain, key: signer.key } });

test('keys are re-encrypted under a new secret at start, so that the old one can be dropped', async () => {
  const first = await openSigner(db, [old]);
  await renewEncryption(db, [fresh, old]);
  assert.equal((await openSigner(db, [fresh])).kid, first.kid);
  await assert.rejects(openSigner(db, [old]), /a different PERIMETER_SECRET/);
});

test('the signer is renewed after a year under the same root, the root before it expires, and every document stays verifiable', async () => {
  const nowMs = Date.now();
  const documents: Buffer[] = [];
  const kids: string[][] = [];
  for (const days of [0, 300, 370, 760, 3_000, 3_649]) {
    const atMs = nowMs + days * dayMs;
    const active = await openSigner(db, [fresh], atMs);
    documents.push(sealedBy(active, atMs));
    const root = (await publishedKeys(db)).find(({ role, status }) => role === 'root' && status === 'active');
    kids.push([root?.kid ?? '', active.kid]);
  }
  assert.deepEqual(kids[0], kids[1]);
  assert.equal(kids[2]?.[0], kids[0]?.[0], 'the same root');
  assert.notEqual(kids[2]?.[1], kids[0]?.[1]);
  assert.notEqual(kids[3]?.[1], kids[2]?.[1]);
  assert.notEqual(kids[4]?.[0], kids[0]?.[0], 'another root');
  assert.equal(kids[5]?.[0], kids[4]?.[0]);
  const trust = await trustedRoots(db);
  for (const pdf of documents)
    assert.deepEqual(
      verifySealedPdf(pdf, trust).checks.filter(({ passed }) => passed !== true),
      [],
    );
});
