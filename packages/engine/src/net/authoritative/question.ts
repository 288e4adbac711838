import { randomInt } from 'node:crypto';
import type { Edns } from '@perimeter/protocols/dns/edns';
import { decodeMessage, flagsOf, type Message } from '@perimeter/protocols/dns/message';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { internetClass } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { NetFailure } from '../../evidence/observed.ts';
import type { DialTarget } from '../dialer.ts';
import { answersQuery } from '../resolver/attempt.ts';

/** A question to one server, as it goes on the wire. */
export interface DirectQuestion {
  name: string;
  /** Mnemonic, or TYPEnnn. */
  type: string;
  /** Default: IN. */
  class?: number;
  recursionDesired?: boolean;
  /** Null: none. Default: version 0, DO, 1232 octets. */
  edns?: Edns | null;
  /**
   * A server that answers it in order may well answer with an error or NXDOMAIN: only so many of these are put to a server,
   * whatever it answers to others.
   */
  mayFail?: boolean;
}

/** The message of a question; AD stays off, because these servers have nothing to say about validation. */
export function messageOf({ name, type, class: klass, recursionDesired = false, edns }: DirectQuestion): Message {
  const query = buildQuery({
    id: randomInt(0x1_0000),
    name,
    type: typeCode(type),
    class: klass ?? internetClass,
    recursionDesired,
    edns: edns === undefined ? true : (edns ?? false),
  });
  return { ...query, flags: flagsOf({ recursionDesired }) };
}

/** What a server sent back: a message that answers the question, or octets with its id that cannot be read. */
export type DirectReply = { readable: true; message: Message } | { readable: false; problem: string };

/** Reads what came back; null where it belongs to another question. */
export function readReply(query: Message, bytes: Uint8Array): DirectReply | null {
  try {
    const message = decodeMessage(bytes);
    return answersQuery(query, message, false) ? { readable: true, message } : null;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const hasId = bytes.length > 2 && (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0) === query.id;
    return hasId && ((bytes[2] ?? 0) & 0x80) !== 0 ? { readable: false, problem: error.kept } : null;
  }
}

/** A name server by its numeric address, and the name on whose behalf it is asked. */
export interface NameServer {
  address: string;
  host: string;
}

/** A reply, and what it took to get it. */
export interface DirectArrival {
  ok: true;
  reply: DirectReply;
  /** Its first octets without the id, where it could not be read. */
  start: Uint8Array | null;
  bytes: number;
  questionBytes: number;
  roundTripMs: number;
  transport: 'udp' | 'tcp';
  /** The datagram had TC. */
  truncated: boolean;
}

/** What one question brought, or why nothing. */
export type DirectAnswer = DirectArrival | { ok: false; failure: NetFailure };

const dnsPort = 53;
/** Octets kept of a message that cannot be read. */
const maxStart = 512;

/** Where a name server is reached. */
export const targetOf = ({ address, host }: NameServer): DialTarget => ({ address, host, port: dnsPort });

/** The id is random: without it, the same octets are the same reply. */
const withoutId = (octets: Uint8Array): Uint8Array => octets.fill(0, 0, 2);

/** A reply as it arrived. */
export const arrival = (
  { reply, octets }: { reply: DirectReply; octets: Uint8Array },
  how: Pick<DirectArrival, 'questionBytes' | 'roundTripMs' | 'transport'>,
): DirectArrival => ({
  ok: true,
  reply,
  start: reply.readable ? null : withoutId(octets.slice(0, maxStart)),
  bytes: octets.length,
  truncated: how.transport === 'udp' && reply.readable && reply.message.flags.truncated,
  ...how,
});
