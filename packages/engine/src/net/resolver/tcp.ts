import { connect } from 'node:net';
import { decodeMessage, encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { concat, u16 } from '@perimeter/protocols/bytes';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { frameReader } from '../message-frames.ts';
import { inItsTurn } from './one-at-a-time.ts';
import {
  answersQuery,
  type Attempt,
  type AttemptLimits,
  attemptOnce,
  failed,
  failureOfSocket,
  type ResolverAddress,
} from './attempt.ts';

function readAnswer(bytes: Uint8Array, query: Message): Attempt {
  try {
    const message = decodeMessage(bytes);
    if (answersQuery(query, message, false)) return { ok: true, message };
    return failed('malformed', 'resolver-other-question');
  } catch (error) {
    if (error instanceof ProtocolError) return failed('malformed', 'resolver-malformed', error.kept);
    throw error;
  }
}

/**
 * Queries over TCP, for answers that do not fit a datagram (RFC 7766); at most 64 KiB by the protocol's length field.
 * read: called with the number of bytes before they are decoded.
 */
export function askOverTcp(
  server: ResolverAddress,
  query: Message,
  limits: AttemptLimits,
  read: (octets: number) => void = () => {},
): Promise<Attempt> {
  return attemptOnce(limits, (settle) => {
    const socket = connect({ host: server.address, port: server.port, noDelay: true });
    const frames = frameReader();
    const bytes = encodeMessage(query);
    socket.on('error', (error) => settle(failureOfSocket(error)));
    socket.on('data', (chunk) => {
      const [message] = frames(chunk);
      if (message === undefined) return;
      socket.removeAllListeners('data').removeAllListeners('end');
      read(message.length);
      // Settled from here on: neither a time-out nor a reset counts while the message waits for its turn.
      settle(inItsTurn(message, () => readAnswer(message, query)));
    });
    socket.on('end', () => settle(failed('closed', 'resolver-closed')));
    socket.write(concat([u16(bytes.length), bytes]));
    return {
      close: () => socket.destroy(),
      onTimeout: () => failed('timeout', 'resolver-silent-tcp', limits.timeoutMs),
    };
  });
}
