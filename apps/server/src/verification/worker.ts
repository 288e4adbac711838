// The verification thread: parsing and hashing megabytes of untrusted data would block the event loop.
import { canonicalForm } from '@perimeter/report/canonical/canonical-form';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { createHash, X509Certificate } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { endOfWork } from '../end-thread.ts';
import type { VerifyAnswer, VerifyRequest } from './messages.ts';

function answerTo(request: VerifyRequest): VerifyAnswer {
  if (request.kind === 'json') {
    const canonical = canonicalForm(request.bytes);
    if (canonical === null) return { kind: 'json', facts: { canonicalSha256: null, auditId: null } };
    return {
      kind: 'json',
      facts: {
        canonicalSha256: createHash('sha256').update(canonical).digest('hex'),
        auditId: /"id":"aud_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/.exec(canonical)?.[1] ?? null,
      },
    };
  }
  const { roots, compromised, knownSinceMs } = request;
  const { report: _report, ...result } = verifySealedPdf(
    request.bytes,
    roots.map((der) => new X509Certificate(der)),
    { compromisedSinceMs: (kid) => compromised.get(kid) ?? null, knownSinceMs },
  );
  return { kind: 'pdf', result };
}

const port = parentPort;
port?.on('message', (request: VerifyRequest | typeof endOfWork) => {
  if (request === endOfWork) return port.close();
  const answer = answerTo(request);
  port.postMessage(answer);
});
// Start the time limit of a file here, after this program has loaded.
port?.postMessage('ready');
