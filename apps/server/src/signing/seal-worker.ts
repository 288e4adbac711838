// The sealing thread: laying out, hashing and verifying megabytes would block the event loop for tens of milliseconds.
import { sealPdf, type SealOptions, sealPdfWithTimeStamp } from '@perimeter/report/seal/seal-pdf';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { endOfWork } from '../end-thread.ts';
import type { SealAnswer, SealRequest, StampAnswer, StartRequest } from './seal-messages.ts';

/** Requests a stamp from the caller, because this thread has no connections. */
async function stampBy(port: MessagePort, signature: Uint8Array): Promise<Uint8Array> {
  const asked: SealAnswer = { kind: 'stamp', signature };
  port.postMessage(asked);
  const [answer]: StampAnswer[] = await once(port, 'message');
  if (answer?.token === undefined) throw new Error('No time stamp');
  return answer.token;
}

/**
 * Why our own verifier rejects a sealed document; null if it is intact. Every document is checked before it is
 * returned.
 */
function problemOf(sealed: Uint8Array, { sealer }: SealOptions): string | null {
  const { checks } = verifySealedPdf(sealed, [new X509Certificate(sealer.chain.at(-1) ?? sealer.certificate)]);
  return checks.find(({ passed }) => passed !== true)?.detail ?? null;
}

async function seal({ pdf, options, port, withStamp }: SealRequest): Promise<void> {
  try {
    const sealed = withStamp
      ? await sealPdfWithTimeStamp(pdf, options, async (signature) => stampBy(port, signature))
      : sealPdf(pdf, options);
    const reason = problemOf(sealed, options);
    const answer: SealAnswer = reason === null ? { kind: 'sealed', pdf: sealed } : { kind: 'refused', reason };
    port.postMessage(answer);
  } catch (error) {
    const answer: SealAnswer = { kind: 'failed', error };
    port.postMessage(answer);
  }
  port.close();
}

parentPort?.on('message', (request: SealRequest | StartRequest | typeof endOfWork) => {
  if (request === endOfWork) parentPort?.close();
  else if ('pdf' in request) void seal(request);
  else request.port.close();
});
