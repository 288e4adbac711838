import { sampleReport } from '@perimeter/report/testing/sample-report';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRenderer, RendererBusyError } from './renderer.ts';

const request = {
  report: sampleReport,
  options: { paper: 'a4', verifyUrl: 'https://audit.example.org/verify', previous: null, certificateSha256: null },
} as const;

test('documents come in turn, and too many at once are refused at once', async () => {
  const renderer = createRenderer({ maxWaiting: 3 });
  const answers = await Promise.allSettled(Array.from({ length: 5 }, async () => renderer.render(request)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  const [refused] = answers.slice(3);
  assert.ok(refused?.status === 'rejected' && refused.reason instanceof RendererBusyError);
  await renderer.close();
});

test('a document that takes too long costs the child its life, and the next one is made by another', async () => {
  const hasty = createRenderer({ timeoutMs: 1 });
  await assert.rejects(hasty.render(request), /within 1 ms/);
  await hasty.close();
  const renderer = createRenderer({ maxDocuments: 1 });
  for (let round = 0; round < 2; round += 1) {
    assert.equal(Buffer.from(await renderer.render(request)).toString('latin1', 0, 5), '%PDF-');
  }
  await renderer.close();
});
