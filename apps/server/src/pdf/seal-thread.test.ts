import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { base, options, sealed, trust } from '@perimeter/report/testing/sealed-sample';
import { TimeStampError } from '@perimeter/report/seal/time-stamp';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealThread } from './seal-thread.ts';
import { SigningKeysError } from './signing-keys.ts';

const thread = createSealThread();
test.after(thread.close);

test('the thread seals as the function does, to the octet', async () => {
  const pdf = await thread.seal(base, options, null);
  assert.ok(pdf.equals(sealed));
  assert.ok(verifySealedPdf(pdf, trust).intact);
});

test('what our own verifier would refuse is never handed out', async () => {
  const early = { ...options, sealedAtMs: options.sealedAtMs - 86_400_000 };
  await assert.rejects(
    thread.seal(base, early, null),
    (error: Error) => error instanceof SigningKeysError && /was not valid before/.test(error.message),
  );
  const lying = { ...options, facts: { ...options.facts, contentSha256: '0'.repeat(64) } };
  await assert.rejects(thread.seal(base, lying, null), SigningKeysError);
});

test('what the stamper says reaches who asked, and the thread goes on', async () => {
  const none = async (): Promise<never> => Promise.reject(new TimeStampError('Not today'));
  await assert.rejects(thread.seal(base, options, none), TimeStampError);
  assert.ok((await thread.seal(base, options, null)).equals(sealed));
});
