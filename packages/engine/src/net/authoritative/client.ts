import { encodeMessage } from '@perimeter/protocols/dns/message';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { Datagrams } from '../datagram.ts';
import { abortFailure } from '../deadline.ts';
import type { Dialer } from '../dialer.ts';
import { createSingleFlight } from '../resolver/single-flight.ts';
import {
  arrival,
  type DirectAnswer,
  type NameServer,
  targetOf,
  type DirectQuestion,
  messageOf,
  readReply,
} from './question.ts';
import { createCounts, type DirectCounts } from './counts.ts';
import { type directQuestions, udpTimeoutsMs } from './limits.data.ts';
import { type DirectSession, openCounted } from './tcp-questions.ts';

/** How a question is put. */
export interface DirectOptions {
  signal: AbortSignal;
  /** One try by UDP each; default 1.5 and 2.5 seconds. */
  timeoutsMs?: readonly number[];
  /** When TCP follows; default: after TC alone. */
  tcp?: 'never' | 'truncated' | 'silent';
}

/** Asks name servers of strangers directly: one client for an audit, so that its counts hold and answers are shared. */
export interface AuthoritativeClient {
  /** By UDP, then TCP; the same question to the same server is put once. */
  ask: (server: NameServer, question: DirectQuestion, options: DirectOptions) => Promise<DirectAnswer>;
  /** By TCP. */
  open: (
    server: NameServer,
    signal: AbortSignal,
  ) => Promise<{ ok: true; session: DirectSession } | { ok: false; failure: NetFailure }>;
  /** Questions sent to an address so far; without one: in all. */
  sent: DirectCounts['sent'];
}

/** What the client is made of. */
export interface AuthoritativeConfig {
  dialer: Dialer;
  datagrams: Datagrams;
  scanMode: keyof typeof directQuestions;
}

type Means = Omit<AuthoritativeConfig, 'scanMode'> & { counts: DirectCounts };

const isSilent = (answer: DirectAnswer): boolean => !answer.ok && answer.failure.reason === 'timeout';

/** One try by UDP. */
async function tryUdp(
  { datagrams, counts }: Means,
  server: NameServer,
  question: DirectQuestion,
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<DirectAnswer> {
  const query = messageOf(question);
  const payload = encodeMessage(query);
  const refused = counts.spend(server.address, question);
  if (refused !== null) return { ok: false, failure: refused };
  const read = (octets: Uint8Array) => {
    const reply = readReply(query, octets);
    return reply === null ? null : { reply, octets };
  };
  const received = await datagrams.ask(targetOf(server), { payload, read }, options);
  if (!received.ok) return received;
  const { value, roundTripMs } = received;
  if (value.reply.readable) counts.noteReply(server.address, question, value.reply.message.responseCode !== 0);
  return arrival(value, { questionBytes: payload.length, roundTripMs, transport: 'udp' });
}

/** The client of an audit. */
export function createAuthoritativeClient({ scanMode, ...rest }: AuthoritativeConfig): AuthoritativeClient {
  const means: Means = { ...rest, counts: createCounts(scanMode) };
  const cancelled: DirectAnswer = { ok: false, failure: netFailed('cancelled', 'audit-ended') };
  const flights = createSingleFlight<DirectAnswer>(
    cancelled,
    (answer) => answer.ok || answer.failure.reason !== 'cancelled',
  );

  const open: AuthoritativeClient['open'] = async (server, signal) =>
    openCounted(means.dialer, server, signal, means.counts);

  const askByTcp = async (server: NameServer, question: DirectQuestion, signal: AbortSignal): Promise<DirectAnswer> => {
    const opened = await open(server, signal);
    if (!opened.ok) return opened;
    const answer = await opened.session.ask(question, signal);
    opened.session.close();
    return answer;
  };

  const ask: AuthoritativeClient['ask'] = async (server, question, options) => {
    const { signal, timeoutsMs = udpTimeoutsMs, tcp = 'truncated' } = options;
    const key = JSON.stringify([server.address, question, timeoutsMs, tcp]);
    const answer = await flights.run(key, signal, async (shared) => {
      let last: DirectAnswer = cancelled;
      for (const timeoutMs of timeoutsMs) {
        last = await tryUdp(means, server, question, { signal: shared, timeoutMs });
        if (!isSilent(last)) break;
      }
      const wantsTcp = (tcp !== 'never' && last.ok && last.truncated) || (tcp === 'silent' && isSilent(last));
      if (!wantsTcp || shared.aborted) return last;
      const overTcp = await askByTcp(server, question, shared);
      // What TC cut off is better than nothing.
      return overTcp.ok ? { ...overTcp, truncated: last.ok } : last;
    });
    return answer === cancelled && signal.aborted ? { ok: false, failure: abortFailure(signal) } : answer;
  };

  return { ask, open, sent: means.counts.sent };
}
