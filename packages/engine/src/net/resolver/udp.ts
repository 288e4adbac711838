import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeMessage, encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import {
  answersQuery,
  type Attempt,
  type AttemptLimits,
  attemptOnce,
  failed,
  failureOfSocket,
  type ResolverAddress,
} from './attempt.ts';

/** Decodes a datagram; null for anything but the answer, so that a forger cannot end the wait. */
function answerIn(datagram: Uint8Array, query: Message, exactCase: boolean): Message | null {
  try {
    const message = decodeMessage(datagram);
    return answersQuery(query, message, exactCase) ? message : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/**
 * Queries over UDP from a new socket: the kernel assigns a random port, and a connected socket receives only from the
 * resolver's address and port (RFC 5452 section 9). Wrong answers are ignored.
 */
export function askOverUdp(
  server: ResolverAddress,
  query: Message,
  { exactCase, ...limits }: AttemptLimits & { exactCase: boolean },
): Promise<Attempt> {
  return attemptOnce(limits, (settle) => {
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    let wrongAnswers = 0;
    socket.on('error', (error) => settle(failureOfSocket(error)));
    socket.on('message', (datagram) => {
      const message = answerIn(datagram, query, exactCase);
      if (message === null) wrongAnswers += 1;
      else settle({ ok: true, message });
    });
    socket.on('connect', () => socket.send(encodeMessage(query)));
    socket.connect(server.port, server.address);
    return {
      close: () => socket.close(),
      onTimeout: () =>
        wrongAnswers > 0
          ? failed('malformed', 'resolver-other-answers', wrongAnswers)
          : failed('timeout', 'resolver-silent', limits.timeoutMs),
    };
  });
}
