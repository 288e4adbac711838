import { connect } from 'node:net';
import { decodeMessage, encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { concat, u16 } from '@perimeter/protocols/bytes';
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

/** Two octets of length go before each message (RFC 1035 section 4.2.2). */
const prefixBytes = 2;

function readAnswer(bytes: Uint8Array, query: Message): Attempt {
  try {
    const message = decodeMessage(bytes);
    if (answersQuery(query, message, false)) return { ok: true, message };
    return failed('malformed', 'resolver-other-question');
  } catch (error) {
    if (error instanceof ProtocolError) return failed('malformed', 'resolver-malformed', error.message);
    throw error;
  }
}

/** Collects chunks until a whole message is there; then its bytes, until then null. */
function messageCollector(): (chunk: Uint8Array) => Uint8Array | null {
  const chunks: Uint8Array[] = [];
  let received = 0;
  let wanted: number | null = null;
  return (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (wanted === null && received >= prefixBytes) {
      const [high = 0, low = 0] = concat(chunks);
      wanted = prefixBytes + high * 256 + low;
    }
    return wanted !== null && received >= wanted ? concat(chunks).subarray(prefixBytes, wanted) : null;
  };
}

/** Asks over TCP, for answers that do not fit a datagram (RFC 7766); at most 64 KiB by the protocol's own length. */
export function askOverTcp(server: ResolverAddress, query: Message, limits: AttemptLimits): Promise<Attempt> {
  return attemptOnce(limits, (settle) => {
    const socket = connect({ host: server.address, port: server.port, noDelay: true });
    const collect = messageCollector();
    const bytes = encodeMessage(query);
    socket.on('error', (error) => settle(failureOfSocket(error)));
    socket.on('data', (chunk) => {
      const message = collect(chunk);
      if (message !== null) settle(readAnswer(message, query));
    });
    socket.on('end', () => settle(failed('closed', 'resolver-closed')));
    socket.write(concat([u16(bytes.length), bytes]));
    return {
      close: () => socket.destroy(),
      onTimeout: () => failed('timeout', 'resolver-silent-tcp', limits.timeoutMs),
    };
  });
}
