import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { base, options as sample } from '@perimeter/report/testing/sealed-sample';
import { openTestDatabase } from '../testing/database.ts';
import { brokenEntries, registerSeal } from './register.ts';
import { publishedKeys, trustedRoots } from './published-keys.ts';
import { openSigner, rotateKeys } from './signing-keys.ts';

const { db, close } = await openTestDatabase();
test.after(close);
const secret = randomBytes(32);
const options = { ...sample, sealedAtMs: Math.ceil(Date.now() / 1_000) * 1_000 };

async function audit(): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('audits')
    .values({
      id,
      domain: 'sealed.net',
      registrable_domain: 'sealed.net',
      scan_mode: 'standard',
      current_phase: 'phase_a',
      phases_total: 1,
    })
    .execute();
  return id;
}

const seal = async (auditId: string, kid: string) =>
  (await registerSeal(db, {
    auditId,
    paper: 'a4',
    contentSha256: randomBytes(32),
    kid,
    sealedAt: new Date('2026-05-07T10:00:00Z'),
    body: randomBytes(64),
  })) ?? assert.fail();

test('keys are created once for concurrent callers, and can be read again with the same secret only', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, async () => openSigner(db, [secret])));
  assert.equal(new Set(made.map(({ kid }) => kid)).size, 1);
  await assert.rejects(openSigner(db, [randomBytes(32)]), /a different PERIMETER_SECRET/);
  assert.equal((await openSigner(db, [randomBytes(32), secret])).kid, made[0]?.kid);
});

test('documents sealed before a rotation stay verifiable', async () => {
  const before = await openSigner(db, [secret]);
  const sealed = sealPdf(base, {
    ...options,
    sealer: { certificate: before.signer.certificate, chain: before.chain, key: before.signer.key },
  });
  const kid = await rotateKeys(db, [secret], { whole: false, ending: 'retired' });
  assert.notEqual(kid, before.kid);
  assert.equal((await openSigner(db, [secret])).kid, kid);
  assert.ok(verifySealedPdf(sealed, await trustedRoots(db)).intact);
  const states = (await publishedKeys(db)).map(({ role, status }) => `${role} ${status}`).toSorted();
  assert.deepEqual(states, ['root active', 'signer active', 'signer retired']);
});

test('each document has one entry, and replacing an entry breaks the chain', async () => {
  const { kid } = await openSigner(db, [secret]);
  const first = await audit();
  const [one, same] = await Promise.all([seal(first, kid), seal(first, kid)]);
  assert.ok(one.file_sha256.equals(same.file_sha256));
  for (let index = 0; index < 3; index += 1) await seal(await audit(), kid);
  assert.deepEqual(await brokenEntries(db), []);
  await db
    .updateTable('seals')
    .set({ file_sha256: randomBytes(32) })
    .where('sequence', '=', '2')
    .execute();
  assert.deepEqual(await brokenEntries(db), ['2']);
});
