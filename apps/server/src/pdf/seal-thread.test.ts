import { sealPdf, sealPdfWithTimeStamp } from '@perimeter/report/seal/seal-pdf';
import { base, options, sealed } from '@perimeter/report/testing/sealed-sample';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealThread } from './seal-thread.ts';

const thread = createSealThread();
test.after(thread.close);

test('what the thread seals is what is sealed without it, octet by octet', async () => {
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});

test('many documents at once are each answered with their own', async () => {
  const times = Array.from({ length: 6 }, (_, index) => options.sealedAtMs + index * 1_000);
  const made = await Promise.all(times.map(async (sealedAtMs) => thread.seal(base, { ...options, sealedAtMs }, null)));
  for (const [index, sealedAtMs] of times.entries()) {
    assert.ok(made[index]?.equals(sealPdf(base, { ...options, sealedAtMs })), `document ${index}`);
  }
});

test('a stamp is asked for where the connections are', async () => {
  const asked: Uint8Array[] = [];
  const stamp = async (signature: Uint8Array): Promise<Uint8Array> => {
    asked.push(signature);
    return new Uint8Array(2_000).fill(0x30);
  };
  const made = await thread.seal(base, options, stamp);
  assert.equal(asked.length, 1);
  assert.ok(made.equals(await sealPdfWithTimeStamp(base, options, stamp)));
});

test('an authority that gives no stamp is the reason that is given', async () => {
  const none = new Error('The authority is away');
  await assert.rejects(
    thread.seal(base, options, async () => Promise.reject(none)),
    (error) => error === none,
  );
});

test('a file that cannot be sealed is refused, and the next one is sealed', async () => {
  await assert.rejects(thread.seal(new Uint8Array(100), options, null), /does not end as a PDF does/);
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});

test('a thread that was ended is started again', async () => {
  await thread.close();
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});
