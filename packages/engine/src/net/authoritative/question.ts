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

/** A query to one server, as sent. */
export interface DirectQuestion {
  name: string;
  /** Mnemonic, or TYPEnnn. */
  type: string;
  /** Default: IN. */
  class?: number;
  recursionDesired?: boolean;
  /** Null: none. Default: version 0, DO, 1232 bytes. */
  edns?: Edns | null;
  /**
   * The correct answer may be an error or NXDOMAIN: a server receives a limited number of such queries, whatever it
   * answers.
   */
  mayFail?: boolean;
}

/** The message of a query; AD stays off, because authoritative servers do not validate. */
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

/** A server's reply: a message that answers the query, or undecodable bytes with its id. */
export type DirectReply = { readable: true; message: Message } | { readable: false; problem: string };

/** Decodes a reply; null where it belongs to another query. */
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

/** A name server by its numeric address, and the name on whose behalf it is queried. */
export interface NameServer {
  address: string;
  host: string;
}

/** A reply, with its transport and cost. */
export interface DirectArrival {
  ok: true;
  reply: DirectReply;
  /** Its first bytes without the id, if it could not be decoded. */
  start: Uint8Array | null;
  bytes: number;
  questionBytes: number;
  roundTripMs: number;
  transport: 'udp' | 'tcp';
  /** The UDP reply had TC set. */
  truncated: boolean;
}

/** The result of one query. */
export type DirectAnswer = DirectArrival | { ok: false; failure: NetFailure };

const dnsPort = 53;
/** Bytes stored of an undecodable message. */
const maxStart = 512;

/** The dial target of a name server. */
export const targetOf = ({ address, host }: NameServer): DialTarget => ({ address, host, port: dnsPort });

/** The id is random: without it, equal bytes are equal replies. */
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
