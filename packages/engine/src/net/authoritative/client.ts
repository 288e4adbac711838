import { encodeMessage } from '@perimeter/protocols/dns/message';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { Datagrams } from '../datagram.ts';
import { abortFailure } from '../deadline.ts';
import type { Dialer } from '../dialer.ts';
import { createSingleFlight, runOwn } from '../resolver/single-flight.ts';
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
import { type DirectPurpose, type directQuestions, udpTimeoutsMs } from './limits.data.ts';
import { type DirectSession, openCounted } from './tcp-questions.ts';

/** Options of a direct query. */
export interface DirectOptions {
  signal: AbortSignal;
  /** One UDP try for each; default 1.5 and 2.5 seconds. */
  timeoutsMs?: readonly number[];
  /** When TCP follows; default: only after TC. limited: also where the purpose's UDP errors are used up. */
  tcp?: 'never' | 'truncated' | 'silent' | 'limited';
}

/** Queries authoritative name servers directly: one client per audit, so that its limits hold and answers are shared. */
export interface AuthoritativeClient {
  /** The same client, counting for another purpose. */
  for: (purpose: DirectPurpose) => AuthoritativeClient;
  /** By UDP, then TCP; the same query to the same server is sent once. */
  ask: (server: NameServer, question: DirectQuestion, options: DirectOptions) => Promise<DirectAnswer>;
  /** Opens a TCP connection for several queries. */
  open: (
    server: NameServer,
    signal: AbortSignal,
  ) => Promise<{ ok: true; session: DirectSession } | { ok: false; failure: NetFailure }>;
  /** Queries sent to an address so far; without an address: in total. */
  sent: DirectCounts['sent'];
}

/** Dependencies and limits of the client. */
export interface AuthoritativeConfig {
  dialer: Dialer;
  datagrams: Datagrams;
  scanMode: keyof typeof directQuestions;
}

type Means = Omit<AuthoritativeConfig, 'scanMode'> & { counts: DirectCounts };

/** True where no answer came in time. */
export const isTimedOut = (answer: DirectAnswer): boolean => !answer.ok && answer.failure.reason === 'timeout';
const isLimited = (answer: DirectAnswer): boolean => !answer.ok && answer.failure.gap === 'errors-limited';

/** One UDP try. */
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

/** Whether a query continues over TCP. */
function wantsTcp(answer: DirectAnswer, tcp: DirectOptions['tcp']): boolean {
  if (answer.ok) return tcp !== 'never' && answer.truncated;
  return (tcp === 'silent' && isTimedOut(answer)) || (tcp === 'limited' && isLimited(answer));
}

const cancelled: DirectAnswer = { ok: false, failure: netFailed('cancelled', 'audit-ended') };

/** Failures of one caller that may not apply to another. */
const isOwn = (answer: DirectAnswer): boolean =>
  !answer.ok && (answer.failure.reason === 'cancelled' || answer.failure.reason === 'budget');

async function askByTcp(means: Means, server: NameServer, question: DirectQuestion, signal: AbortSignal) {
  const opened = await openCounted(means.dialer, server, signal, means.counts);
  if (!opened.ok) return opened;
  const answer = await opened.session.ask(question, signal);
  opened.session.close();
  return answer;
}

async function askByUdp(
  means: Means,
  server: NameServer,
  question: DirectQuestion,
  { signal, timeoutsMs }: { signal: AbortSignal; timeoutsMs: readonly number[] },
): Promise<DirectAnswer> {
  let last: DirectAnswer = cancelled;
  for (const timeoutMs of timeoutsMs) {
    last = await tryUdp(means, server, question, { signal, timeoutMs });
    if (!isTimedOut(last)) break;
  }
  return last;
}

/** The query as sent, without its id: callers with different fallback options and purposes share it. */
const wireKey = (server: NameServer, question: DirectQuestion): string =>
  `${server.address} ${Buffer.from(encodeMessage({ ...messageOf(question), id: 0 })).toString('base64')}`;

/** The client of an audit. */
export function createAuthoritativeClient({ scanMode, ...rest }: AuthoritativeConfig): AuthoritativeClient {
  const countsOf = createCounts(scanMode);
  const flights = createSingleFlight<DirectAnswer>(cancelled, (answer) => !isOwn(answer));

  const shared: typeof flights.run = async (key, signal, start) => {
    const fly = async (onStart: () => void): Promise<DirectAnswer> =>
      flights.run(key, signal, async (theirs) => {
        onStart();
        return start(theirs);
      });
    // The other caller's budget is used up; this one's may not be.
    const answer = await runOwn(fly, (one) => isOwn(one) && !signal.aborted);
    return answer === cancelled && signal.aborted ? { ok: false, failure: abortFailure(signal) } : answer;
  };

  const clientFor = (purpose: DirectPurpose): AuthoritativeClient => {
    const means: Means = { ...rest, counts: countsOf(purpose) };
    const ask: AuthoritativeClient['ask'] = async (server, question, options) => {
      const { signal, timeoutsMs = udpTimeoutsMs, tcp = 'truncated' } = options;
      const key = wireKey(server, question);
      const byUdp = await shared(`${key} ${timeoutsMs.join(' ')}`, signal, async (theirs) =>
        askByUdp(means, server, question, { signal: theirs, timeoutsMs }),
      );
      if (!wantsTcp(byUdp, tcp) || signal.aborted) return byUdp;
      const byTcp = await shared(`${key} tcp`, signal, async (theirs) => askByTcp(means, server, question, theirs));
      // A truncated reply is better than none.
      return byTcp.ok ? { ...byTcp, truncated: byUdp.ok } : byUdp;
    };
    return {
      for: clientFor,
      ask,
      open: async (server, signal) => openCounted(means.dialer, server, signal, means.counts),
      sent: means.counts.sent,
    };
  };
  return clientFor('others');
}
