import { decodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type NetFailure, netFailed, type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { ZoneServer } from '../../evidence/zone/schema.ts';
import { transferLimits } from './limits.data.ts';
import { messageOf } from './question.ts';
import type { TcpSession } from './session.ts';

type Transfer = Extract<ZoneServer['axfr'], { known: true }>['value'];

const soa = typeCode('SOA');

/** Counts the records of a transfer, message by message (RFC 5936 section 2.2). */
function createCounter(): { add: (message: Message, bytes: number) => boolean; result: () => Transfer } {
  const found: Transfer = { records: 0, types: {}, rcode: 0, stoppedAt: 'closed' };
  let soas = 0;
  let octets = 0;
  const stop = (at: Transfer['stoppedAt']): true => {
    found.stoppedAt = at;
    return true;
  };
  return {
    add: ({ responseCode, answers }, bytes) => {
      octets += bytes;
      found.rcode = responseCode;
      if (responseCode !== 0 || answers.length === 0) return stop('refused');
      for (const { type } of answers) {
        const name = typeName(type);
        found.records += 1;
        found.types[name] = (found.types[name] ?? 0) + 1;
        if (type === soa) soas += 1;
        // The SOA is the first and the last record.
        if (soas === 2) return stop('end');
        if (found.records >= transferLimits.records) return stop('records');
      }
      return octets >= transferLimits.bytes ? stop('bytes') : false;
    },
    result: () => found,
  };
}

/** A later message of a transfer, which need not repeat the question (RFC 5936 section 2.2.1). */
function messageIn(bytes: Uint8Array): Message | null {
  try {
    return decodeMessage(bytes);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Requests a zone transfer on an open connection, and stops as soon as it is clearly allowed. */
export async function transferOf(session: TcpSession, zone: string, signal: AbortSignal): Promise<Observed<Transfer>> {
  const query = messageOf({ name: zone, type: 'AXFR', edns: null });
  const counter = createCounter();
  let problem: NetFailure | null = null;
  const ended = await session.exchange(
    query,
    (bytes) => {
      const message = messageIn(bytes);
      if (message !== null) return counter.add(message, bytes.length);
      problem = netFailed('malformed', 'no-message');
      return true;
    },
    signal,
  );
  const found = counter.result();
  const failure = problem ?? ended;
  return failure === null || found.records > 0 ? seen(found) : unobserved(failure);
}
