import type { SealOptions, Stamper } from '@perimeter/report/seal/seal-pdf';
import { MessageChannel, Worker } from 'node:worker_threads';
import { endThread } from '../end-thread.ts';
import { SigningKeysError } from './signing-keys.ts';
import type { SealAnswer, SealRequest, StampAnswer, StartRequest } from './seal-messages.ts';

/** Seals documents outside the event loop. */
export interface SealThread {
  /**
   * Rejects like the stamper; with SigningKeysError if our verifier would reject the result; and if the file is not
   * from the typesetter or the key is not RSA.
   */
  seal: (pdf: Uint8Array, options: SealOptions, stamp: Stamper | null) => Promise<Buffer>;
  /** Starts the thread before the first document; resolves once it is ready. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

const program = new URL('./seal-worker.ts', import.meta.url);

/** The thread starts with the first document, and again after it has ended. It does not keep the process alive. */
export function createSealThread(): SealThread {
  let worker: Worker | null = null;
  const running = (): Worker => {
    if (worker !== null) return worker;
    const started = new Worker(program);
    started.unref();
    started.once('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    return started;
  };

  return {
    start: async () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        running().once('exit', resolve);
        port1.once('close', resolve);
        const greeting: StartRequest = { port: port2 };
        running().postMessage(greeting, [port2]);
      }),
    seal: async (pdf, options, stamp) =>
      new Promise((resolve, reject) => {
        const thread = running();
        const { port1: port, port2 } = new MessageChannel();
        let stampError: unknown = null;
        const onExit = (): void => settle(() => reject(new Error('The signing thread ended')));
        const settle = (act: () => void): void => {
          thread.off('exit', onExit);
          port.close();
          act();
        };
        const answerStamp = async (signature: Uint8Array): Promise<void> => {
          let answer: StampAnswer = {};
          try {
            if (stamp !== null) answer = { token: await stamp(signature) };
          } catch (error) {
            stampError = error;
          }
          port.postMessage(answer);
        };
        thread.once('exit', onExit);
        port.on('message', (answer: SealAnswer) => {
          if (answer.kind === 'stamp') void answerStamp(answer.signature);
          else if (answer.kind === 'refused')
            settle(() => reject(new SigningKeysError(`The signed document failed verification: ${answer.reason}`)));
          else if (answer.kind === 'failed') settle(() => reject(stampError ?? answer.error));
          else settle(() => resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength)));
        });
        const request: SealRequest = { pdf, options, withStamp: stamp !== null, port: port2 };
        thread.postMessage(request, [port2]);
      }),
    close: async () => {
      if (worker !== null) await endThread(worker);
    },
  };
}
