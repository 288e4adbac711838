import type { TLSSocket } from 'node:tls';
import { systemClock } from '../../net/deadline.ts';

/**
 * What is sent after a handshake that brought no ticket: silence proves nothing about tickets, which servers may
 * send at any time (RFC 9846 section 4.7.1), but in practice they send them before they answer application data.
 */
export interface LastQuestion {
  bytes: Uint8Array;
  /** Text that only its answer has; null: whatever comes is the answer. */
  echo: string | null;
}

const ascii = new TextEncoder();

/** Opaque data of the PING frame; its answer repeats them (RFC 9113 section 6.7). */
const opaque = 'a ticket';

/** A SETTINGS frame without settings, and the header of a PING frame with its eight bytes (RFC 9113 sections 6.5, 6.7). */
const emptySettings = [0, 0, 0, 4, 0, 0, 0, 0, 0] as const;
const pingHeader = [0, 0, 8, 6, 0, 0, 0, 0, 0] as const;

/** Client preface with empty SETTINGS (RFC 9113 section 3.4), and a PING: no request. */
const http2Ping = Uint8Array.of(
  ...ascii.encode('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  ...emptySettings,
  ...pingHeader,
  ...ascii.encode(opaque),
);

/** The question to a web server, in the protocol that it selected: a PING over HTTP/2, else a HEAD. */
export const webQuestion = (host: string, userAgent: string, protocol: string | null): LastQuestion =>
  protocol === 'h2'
    ? { bytes: http2Ping, echo: opaque }
    : {
        bytes: ascii.encode(
          `HEAD / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
        ),
        echo: null,
      };

/** Time limit of the answer; a page that takes longer leaves the fact open. */
const answerTimeoutMs = 6_000;

/** How waiting for a ticket ended without one: with an answer or the end of the connection, or with nothing. */
export type Ticketless = 'answered' | 'silent';

/** Waits for tickets and then asks; it ends with `done`, or when the caller has a ticket and cancels it. */
export interface TicketWait {
  /** The question was sent: an end of the connection is an answer to it. */
  readonly hasAsked: boolean;
  cancel: () => void;
}

/** Waits this long for a ticket after a handshake, then asks the question, where there is one. */
export function waitForTicket(
  secure: TLSSocket,
  waitMs: number,
  question: LastQuestion | undefined,
  done: (end: Ticketless) => void,
): TicketWait {
  let hasAsked = false;
  let afterReading: NodeJS.Immediate | undefined;
  let cancelTimer = systemClock.schedule(waitMs, () => (question === undefined ? done('silent') : ask(question)));

  const ask = ({ bytes, echo }: LastQuestion): void => {
    hasAsked = true;
    cancelTimer = systemClock.schedule(answerTimeoutMs, () => done('silent'));
    let tail = Buffer.alloc(0);
    secure.on('data', (chunk: Buffer) => {
      const read = Buffer.concat([tail, chunk]);
      tail = read.subarray(-opaque.length);
      // A ticket that came together with the answer is read first.
      if (echo === null || read.includes(echo)) afterReading ??= setImmediate(() => done('answered'));
    });
    secure.write(bytes);
  };
  return {
    get hasAsked() {
      return hasAsked;
    },
    cancel: () => {
      cancelTimer();
      clearImmediate(afterReading);
    },
  };
}
