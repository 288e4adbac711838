import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { base, options, sealed } from '@perimeter/report/testing/sealed-sample';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealThread } from './seal-thread.ts';
import { SigningKeysError } from './signing-keys.ts';

const thread = createSealThread();
test.after(thread.close);

test("the thread's seal is byte-identical to one made without the thread", async () => {
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});

test('a thread that was started in advance works as well, and closing it releases all callers', async () => {
  const ahead = createSealThread();
  await ahead.start();
  assert.ok((await ahead.seal(base, options, null)).equals(sealed));
  await ahead.close();
  const closed = createSealThread();
  const starting = closed.start();
  await Promise.all([closed.close(), starting]);
});

test('concurrent documents each get their own answer', async () => {
  const times = Array.from({ length: 6 }, (_, index) => options.sealedAtMs + index * 1_000);
  const made = await Promise.all(times.map(async (sealedAtMs) => thread.seal(base, { ...options, sealedAtMs }, null)));
  for (const [index, sealedAtMs] of times.entries()) {
    assert.ok(made[index]?.equals(sealPdf(base, { ...options, sealedAtMs })), `document ${index}`);
  }
});

test('documents that our own verifier would reject are not returned: wrong dates, content or stamp', async () => {
  const early = { ...options, sealedAtMs: options.sealedAtMs - 86_400_000 };
  await assert.rejects(
    thread.seal(base, early, null),
    (error: Error) => error instanceof SigningKeysError && /was not valid before/.test(error.message),
  );
  const lying = { ...options, facts: { ...options.facts, contentSha256: '0'.repeat(64) } };
  await assert.rejects(thread.seal(base, lying, null), SigningKeysError);
  const asked: Uint8Array[] = [];
  const stamp = async (signature: Uint8Array): Promise<Uint8Array> => {
    asked.push(signature);
    return new Uint8Array(2_000).fill(0x30);
  };
  await assert.rejects(thread.seal(base, options, stamp), SigningKeysError);
  assert.deepEqual(
    asked.map(({ length }) => length),
    [384],
    'the stamp is asked for where the connections are',
  );
});

test("the authority's failure is reported as the reason", async () => {
  const none = new TimeStampError('The authority is away');
  await assert.rejects(
    thread.seal(base, options, async () => Promise.reject(none)),
    (error) => error === none,
  );
});

test('a file that cannot be sealed is refused, and the next one is sealed', async () => {
  await assert.rejects(thread.seal(new Uint8Array(100), options, null), /end of the file is not valid PDF/);
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});

test('a thread that has ended is started again', async () => {
  await thread.close();
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});
