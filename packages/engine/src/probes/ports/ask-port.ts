import type { Talk } from '@perimeter/protocols/services/talk';
import { mongoCount, nextTalk, talkOf } from '@perimeter/protocols/services/talks.data';
import type { OpenPort } from '../../evidence/ports/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { converse } from '../../net/conversation.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { Dialed } from '../../net/dialer.ts';
import { secure } from '../../net/tls-stream/secure.ts';
import type { ProbeContext } from '../probe.ts';
import { portCertificate } from './certificate.ts';
import { shownAnswer, shownOctets } from './heard.ts';
import { maxHeardBytes, portTimes } from './limits.data.ts';
import { type Talked, talkTo } from './talk-to.ts';
import { latin1Bytes } from '@perimeter/protocols/bytes';

/** One port of an address, and the host on whose behalf it is tested. */
export interface PortPlace {
  address: string;
  host: string;
  port: number;
}

/** The result of one port. */
export type PortState =
  | { state: 'closed' | 'silent' }
  | { state: 'unseen'; failure: NetFailure }
  | { state: 'open'; open: OpenPort };

/** Shared inputs of a sweep's ports. */
export interface PortMeans {
  context: ProbeContext;
  connectMs: number;
  /** Silent ports are retried once. */
  tries: 1 | 2;
  longList: boolean;
  /** Whether the address has banned the audit: then nothing more is sent there. */
  isOver?: () => boolean;
}

const requestFor =
  ({ context }: PortMeans, { host, port }: PortPlace) =>
  (path: string, body?: string): Uint8Array =>
    latin1Bytes(
      [
        `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
        `Host: ${host}:${port}`,
        `User-Agent: ${context.http.userAgent}`,
        'Accept: */*',
        ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
        'Connection: close',
        `\r\n${body ?? ''}`,
      ].join('\r\n'),
    );

/** In long audits MongoDB is sent a command that only access control refuses. */
function plannedTalk({ port }: PortPlace, { longList }: PortMeans): Talk | undefined {
  const talk = talkOf(port);
  return talk?.service === 'mongodb' && longList ? { ...talk, message: { octets: mongoCount } } : talk;
}

type Answered = Pick<OpenPort, 'failure' | 'tls'> & { said: Uint8Array; talked: Talked };

const nothing: Talked = { sent: new Uint8Array(0), reading: null, ssh: null };

/** Runs one established connection, with TLS or without, to its end. */
async function talkOver(
  socket: Extract<Dialed, { ok: true }>['socket'],
  place: PortPlace,
  talk: Talk | undefined,
  means: PortMeans & { withTls: boolean },
): Promise<Answered> {
  const { signal } = means.context;
  using deadline = startDeadline(signal, { name: `test-port(${place.port})`, timeoutMs: portTimes.handshake });
  const secured = means.withTls ? await secure(socket, place.host, deadline.signal, ['http/1.1']) : null;
  if (secured !== null && !secured.ok) {
    socket.destroy();
    return { failure: secured.failure, tls: null, said: new Uint8Array(0), talked: nothing };
  }
  const line = converse(secured === null ? socket : secured.socket, maxHeardBytes);
  try {
    const talked = await talkTo(line, talk, { request: requestFor(means, place), signal });
    return { failure: null, tls: secured === null ? null : portCertificate(secured.socket), said: line.said, talked };
  } finally {
    line.leave();
    socket.destroy();
  }
}

/** The answer was not recognized, or a web server requires TLS: a retry within TLS may show more. */
const wantsTls = ({ said, talked: { reading } }: Answered): boolean =>
  reading === null ||
  (['http', 'docker'].includes(reading.service) && /^HTTP\/1\.[01] 400 /.test(shownAnswer(said.subarray(0, 16))));

const openPortOf = (
  { address, port }: PortPlace,
  rttMs: number,
  { talked, said, failure, tls }: Answered,
): OpenPort => {
  const { reading, sent, ssh } = talked;
  return {
    address,
    port,
    rttMs,
    sent: shownOctets(sent),
    heard: shownAnswer(said, reading?.quote ?? null),
    heardBytes: said.length,
    failure,
    service: reading?.service ?? null,
    access: reading?.access ?? 'unknown',
    product: reading?.product ?? null,
    version: reading?.version ?? null,
    marks: [...(reading?.marks ?? [])],
    tls,
    ssh,
  };
};

/** Why ports are open questions after an address stopped answering. */
export const bannedFailure = netFailed('blocked', 'ports-banned');

const connect = async (place: PortPlace, { context, connectMs, isOver }: PortMeans): Promise<Dialed> =>
  isOver?.() === true
    ? { ok: false, failure: bannedFailure }
    : context.dialer.connect(place, { signal: context.signal, timeoutMs: connectMs, sweep: true });

/** Nothing is sent to industrial controllers, which may stop at unexpected bytes, and their answer is not awaited. */
const isNeverTalkedTo = (talk: Talk | undefined): boolean => talk?.service === 'ics';

/**
 * Failures caused by a packet filter on the way: dropped packets, or an ICMP message (host or communication prohibited,
 * RFC 1812 section 5.2.7.1). A reset after the handshake is neither: the connection was accepted first.
 */
const isFiltered: ReadonlySet<string> = new Set(['timeout', 'unreachable']);

/** Connects to one port, sends its service's pre-login message, and closes. */
export async function askPort(place: PortPlace, means: PortMeans): Promise<PortState> {
  const talk = plannedTalk(place, means);
  const startMs = performance.now();
  let dialed = await connect(place, means);
  if (!dialed.ok && dialed.failure.reason === 'timeout' && means.tries === 2) dialed = await connect(place, means);
  if (!dialed.ok) {
    const { failure } = dialed;
    if (failure.reason === 'refused') return { state: 'closed' };
    return isFiltered.has(failure.reason) ? { state: 'silent' } : { state: 'unseen', failure };
  }
  const rttMs = Math.round(performance.now() - startMs);
  if (isNeverTalkedTo(talk)) {
    dialed.socket.destroy();
    const mute = { failure: null, tls: null, said: new Uint8Array(0), talked: nothing };
    return { state: 'open', open: openPortOf(place, rttMs, mute) };
  }
  const first = await talkOver(dialed.socket, place, talk, { ...means, withTls: talk?.tls === 'yes' });
  const next = secondTalk(place, talk, first);
  if (next === null) return { state: 'open', open: openPortOf(place, rttMs, first) };
  const again = await connect(place, means);
  const second = again.ok ? await talkOver(again.socket, place, next.talk, { ...means, withTls: next.withTls }) : null;
  const wasKnown = first.talked.reading?.access === 'guarded' || next.talk.follows !== undefined;
  const isLess = second?.talked.reading === null && wasKnown;
  const best = second === null || second.failure !== null || isLess ? first : second;
  return { state: 'open', open: openPortOf(place, rttMs, best) };
}

/** The message for a second and last connection; null: none. */
function secondTalk({ port }: PortPlace, talk: Talk | undefined, first: Answered) {
  if (talk?.tls === 'maybe' && wantsTls(first)) return { talk, withTls: true };
  const other = nextTalk(port, first.talked.reading, first.said);
  return other === undefined ? null : { talk: other, withTls: false };
}
