import { connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { abortFailure } from '../deadline.ts';
import { streamFailure } from '../stream-failure.ts';

/** The head of an answer over HTTP/2; `lines` in wire order, without pseudo-headers. */
export interface Http2Head {
  status: number;
  lines: [string, string][];
}

/** Name and value in turn, as they came. */
const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

/** Most header lines of an answer, as in HTTP/1.1. */
const maxHeaderListPairs = 256;

/** One GET over an HTTP/2 connection; it ends with the head, and the body is not taken. Never throws. */
export function askHttp2(
  socket: TLSSocket,
  url: URL,
  userAgent: string,
  signal: AbortSignal,
): Promise<Http2Head | NetFailure> {
  return new Promise((resolve) => {
    const session = connect(url.origin, {
      createConnection: () => socket,
      settings: { enablePush: false },
      maxHeaderListPairs,
    });
    const settle = (result: Http2Head | NetFailure): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(result);
      session.destroy();
    };
    const onError = (error: Error): void => settle(streamFailure(error, 'exchange()'));
    const onAbort = (): void => settle(abortFailure(signal));
    const onClose = (): void => settle(netFailed('closed', 'nothing-answered'));
    session.on('error', onError).on('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) return onAbort();
    const stream = session.request({
      ':path': `${url.pathname}${url.search}`,
      'user-agent': userAgent,
      accept: '*/*',
    });
    stream.on('error', onError).on('close', onClose);
    stream.on('response', ({ ':status': status = 0 }, _flags, raw: readonly string[]) =>
      settle({ status, lines: pairsOf(raw).filter(([name]) => !name.startsWith(':')) }),
    );
    stream.end();
  });
}
