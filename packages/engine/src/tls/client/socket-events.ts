import type { Socket } from 'node:net';
import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import { errorCode } from '../../net/error-code.ts';

/** Why a socket has no more data. */
export type SocketEnd = { kind: 'closed' } | { kind: 'reset'; code: string } | { kind: 'aborted'; failure: NetFailure };

/** Events of a socket; the end is reported at least once. */
export interface SocketListener {
  data: (bytes: Uint8Array) => void;
  end: (end: SocketEnd) => void;
}

/** Listens to a socket until its signal aborts; returns a function that stops it. */
export function listenTo(socket: Socket, signal: AbortSignal, { data, end }: SocketListener): () => void {
  const onAbort = (): void => end({ kind: 'aborted', failure: abortFailure(signal) });
  const onError = (error: Error): void => end({ kind: 'reset', code: errorCode(error) });
  const onClose = (): void => {
    signal.removeEventListener('abort', onAbort);
    end({ kind: 'closed' });
  };
  const stop = (): void => {
    signal.removeEventListener('abort', onAbort);
    socket.removeListener('data', data).removeListener('error', onError).removeListener('close', onClose);
  };
  socket.on('data', data).on('error', onError).on('close', onClose);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);
  return stop;
}
