import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { base, options, sealed } from '@perimeter/report/testing/sealed-sample';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealThread } from './seal-thread.ts';
import { SigningKeysError } from './signing-keys.ts';

const thread = createSealThread();
test.after(thread.close);

test('what the thread seals is what is sealed without it, octet by octet', async () => {
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});

test('a thread that was started ahead seals as well, and a closed one keeps nobody waiting', async () => {
  const ahead = createSealThread();
  await ahead.start();
  assert.ok((await ahead.seal(base, options, null)).equals(sealed));
  await ahead.close();
  const closed = createSealThread();
  const starting = closed.start();
  await Promise.all([closed.close(), starting]);
});

test('many documents at once are each answered with their own', async () => {
  const times = Array.from({ length: 6 }, (_, index) => options.sealedAtMs + index * 1_000);
  const made = await Promise.all(times.map(async (sealedAtMs) => thread.seal(base, { ...options, sealedAtMs }, null)));
  for (const [index, sealedAtMs] of times.entries()) {
    assert.ok(made[index]?.equals(sealPdf(base, { ...options, sealedAtMs })), `document ${index}`);
  }
});

test('what our own verifier would refuse is never handed out: dates, content, a stamp that is none', async () => {
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

test('an authority that gives no stamp is the reason that is given', async () => {
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

test('a thread that was ended is started again', async () => {
  await thread.close();
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});
