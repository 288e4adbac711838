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

/** Whether SSL 2.0 is spoken, and the certificate in DER that came with the answer. */
export interface Ssl2Finding {
  spoken: Observed<boolean>;
  certificate: Uint8Array | null;
}

const notSpoken: Ssl2Finding = { spoken: seen(false), certificate: null };

/** What the octets so far come to; null: more are needed. */
function readFinding(bytes: Uint8Array): Ssl2Finding | null {
  const looks = looksLikeSsl2(bytes);
  if (looks !== true) return looks === null ? null : notSpoken;
  try {
    const answer = decodeSsl2Answer(bytes);
    if (answer === null) return null;
    const isHello = answer.kind === 'server-hello' && answer.certificate.length > 0;
    return isHello ? { spoken: seen(true), certificate: answer.certificate } : notSpoken;
  } catch (error) {
    if (error instanceof ProtocolError) return notSpoken;
    throw error;
  }
}

/** Asks over an open socket whether SSL 2.0 is spoken there, and closes it. A refusal by closing is a refusal. */
export function askSsl2(socket: Socket, seed: string, signal: AbortSignal): Promise<Ssl2Finding> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const settle = (finding: Ssl2Finding): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      resolve(finding);
    };
    const onAbort = (): void => settle({ spoken: { known: false, failure: abortFailure(signal) }, certificate: null });
    const onClose = (): void => settle(notSpoken);
    const timer = setTimeout(() => {
      const spoken = unseen('timeout', `No answer to an SSL 2.0 hello within ${answerTimeoutMs} ms`);
      settle({ spoken, certificate: null });
    }, answerTimeoutMs);
    if (signal.aborted) return onAbort();
    if (socket.destroyed) return onClose();
    signal.addEventListener('abort', onAbort);
    socket.on('close', onClose).on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const finding = readFinding(received) ?? (received.length > maxAnswerBytes ? notSpoken : null);
      if (finding !== null) settle(finding);
    });
    socket.resume();
    const challenge = new Uint8Array(createHash('sha256').update(`${seed} ssl2`).digest().subarray(0, 16));
    socket.write(encodeSsl2ClientHello({ kinds: cipherKinds, challenge }));
  });
}
