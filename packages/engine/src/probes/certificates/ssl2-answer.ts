import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { decodeSsl2Answer, encodeSsl2ClientHello, looksLikeSsl2 } from '@perimeter/protocols/tls/ssl2';
import type { Observed } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';

/** RC4, RC4 export, RC2, RC2 export, IDEA, DES and 3DES (draft-hickman-netscape-ssl-00 section 4.1). */
const cipherKinds = [0x01_00_80, 0x02_00_80, 0x03_00_80, 0x04_00_80, 0x05_00_80, 0x06_00_40, 0x07_00_c0] as const;

const answerTimeoutMs = 4_000;
/** A SERVER-HELLO with its certificate fits into this. */
const maxAnswerBytes = 32 * 1024;

/** What the octets so far come to; null: more are needed. */
function verdict(bytes: Uint8Array): boolean | null {
  const looks = looksLikeSsl2(bytes);
  if (looks !== true) return looks;
  try {
    const answer = decodeSsl2Answer(bytes);
    return answer === null ? null : answer.kind === 'server-hello' && answer.certificate.length > 0;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

/** Asks over an open socket whether SSL 2.0 is spoken there, and closes it. A refusal by closing is a refusal. */
export function asksSsl2(socket: Socket, seed: string, signal: AbortSignal): Promise<Observed<boolean>> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const settle = (answer: Observed<boolean>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      resolve(answer);
    };
    const onAbort = (): void => settle({ known: false, failure: abortFailure(signal) });
    const onClose = (): void => settle(seen(false));
    const timer = setTimeout(
      () => settle(unseen('timeout', `No answer to an SSL 2.0 hello within ${answerTimeoutMs} ms`)),
      answerTimeoutMs,
    );
    if (signal.aborted) return onAbort();
    if (socket.destroyed) return onClose();
    signal.addEventListener('abort', onAbort);
    socket.on('close', onClose).on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const answer = verdict(received);
      if (answer !== null || received.length > maxAnswerBytes) settle(seen(answer === true));
    });
    socket.resume();
    const challenge = new Uint8Array(createHash('sha256').update(`${seed} ssl2`).digest().subarray(0, 16));
    socket.write(encodeSsl2ClientHello({ kinds: cipherKinds, challenge }));
  });
}
