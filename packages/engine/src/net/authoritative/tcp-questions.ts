import { encodeMessage } from '@perimeter/protocols/dns/message';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import {
  arrival,
  type DirectAnswer,
  type NameServer,
  type DirectQuestion,
  type DirectReply,
  messageOf,
  readReply,
  targetOf,
} from './question.ts';
import type { Dialer } from '../dialer.ts';
import type { DirectCounts } from './counts.ts';
import { openSession, type TcpSession } from './session.ts';
import { transferOf } from './transfer.ts';

/** A connection for several queries to one server. */
export interface DirectSession {
  ask: (question: DirectQuestion, signal: AbortSignal) => Promise<DirectAnswer>;
  transfer: (zone: string, signal: AbortSignal) => ReturnType<typeof transferOf>;
  close: () => void;
}

/** One query over an open connection. */
async function askOver(session: TcpSession, question: DirectQuestion, signal: AbortSignal): Promise<DirectAnswer> {
  const query = messageOf(question);
  const startedAtMs = performance.now();
  const arrived: { reply: DirectReply; octets: Uint8Array }[] = [];
  const ended = await session.exchange(
    query,
    (octets) => {
      const reply = readReply(query, octets);
      if (reply !== null) arrived.push({ reply, octets });
      return true;
    },
    signal,
  );
  const [one] = arrived;
  if (one === undefined) return { ok: false, failure: ended ?? netFailed('malformed', 'server-other-answers', 1) };
  const roundTripMs = Math.round(performance.now() - startedAtMs);
  return arrival(one, { questionBytes: encodeMessage(query).length, roundTripMs, transport: 'tcp' });
}

/** Queries over a connection; each one counts. Errors do not: servers rate-limit datagrams, whose sender may be forged. */
function countedSession(session: TcpSession, { address }: NameServer, counts: DirectCounts): DirectSession {
  const refused = (): NetFailure | null => session.ended() ?? counts.spend(address);
  return {
    ask: async (question, signal) => {
      const failure = refused();
      return failure === null ? askOver(session, question, signal) : { ok: false, failure };
    },
    transfer: async (zone, signal) => {
      const failure = refused();
      return failure === null ? transferOf(session, zone, signal) : { known: false, failure };
    },
    close: session.close,
  };
}

/** Connects to a server for counted queries. */
export async function openCounted(
  dialer: Dialer,
  server: NameServer,
  signal: AbortSignal,
  counts: DirectCounts,
): Promise<{ ok: true; session: DirectSession } | { ok: false; failure: NetFailure }> {
  const opened = await openSession(dialer, targetOf(server), signal);
  return opened.ok ? { ok: true, session: countedSession(opened.session, server, counts) } : opened;
}
