import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionOptions, SecureVersion, TLSSocket } from 'node:tls';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { connectTls } from '../../net/tls-stream/connect-tls.ts';
import { abortFailure, systemClock } from '../../net/deadline.ts';
import { errorCode } from '../../net/error-code.ts';
import { type BrowserName, browserOffers } from './browser-offers.data.ts';
import { type LastQuestion, type Ticketless, type TicketWait, waitForTicket } from './last-question.ts';
import { chainOf } from './negotiated-tls.ts';
import { readSession } from './session-facts.ts';

/** A complete handshake by the platform's TLS, for facts that only a completed one shows. */
export interface PlatformHandshake {
  version: string;
  authorized: boolean;
  authorizationError: string | null;
  /** DER of the peer's chain, leaf first. */
  chain: Uint8Array[];
  /** Serialised sessions in the order in which they came; up to TLS 1.2 that of the handshake itself. */
  sessions: Buffer[];
  resumed: boolean;
  /** How waiting for a TLS 1.3 ticket ended without one; null: there was nothing to wait for, or one came. */
  ticketless: Ticketless | null;
}

/** Options of a platform handshake. */
export interface PlatformRequest {
  serverName: string;
  minVersion?: SecureVersion;
  maxVersion?: SecureVersion;
  session?: Buffer;
  /** False: no ticket is requested, so the session id is used. */
  tickets?: boolean;
  /** False: does not wait for TLS 1.3 tickets after the handshake. */
  awaitsTicket?: boolean;
  /** True: the server is known to issue tickets, so that none in a short time is no answer. */
  issuesTickets?: boolean;
  /** What is sent if no ticket came in time, by the protocol that the server selected; absent: nothing. */
  lastQuestion?: (protocol: string | null) => LastQuestion;
  protocols?: readonly string[];
  /** Offers everything that the platform supports, for servers that refuse its usual offer. */
  isWide?: boolean;
  /** Offers the suites and signature algorithms of a browser, which decide the server's certificate. */
  browser?: BrowserName;
}

/** How it ended; a failure with a handshake occurred after both sides completed it. */
export interface PlatformResult {
  handshake: PlatformHandshake | null;
  failure: NetFailure | null;
}

export const handshakeTimeoutMs = 10_000;
/** Nearly all TLS 1.3 servers send tickets right after the handshake or never; slow ones take as long as for it. */
const minTicketWaitMs = 1_000;
const maxTicketWaitMs = 4_000;
/** Time limit for a peer to read the written data. */
const lingerMs = 500;

const usualOffer: ConnectionOptions = { ciphers: 'DEFAULT@SECLEVEL=0' };
const wideOffer: ConnectionOptions = {
  ciphers:
    'ALL:COMPLEMENTOFALL:@SECLEVEL=0:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256',
  ecdhCurve:
    'X25519:P-256:X448:P-384:P-521:secp256k1:brainpoolP256r1:brainpoolP384r1:brainpoolP512r1:P-224:P-192:ffdhe2048:ffdhe3072:ffdhe4096',
};

function optionsFor(socket: Socket, request: PlatformRequest): ConnectionOptions {
  const { serverName, minVersion = 'TLSv1', maxVersion, session, tickets, protocols, isWide, browser } = request;
  return {
    socket,
    servername: serverName,
    minVersion,
    ...(browser === undefined ? (isWide === true ? wideOffer : usualOffer) : browserOffers[browser]),
    ...(protocols === undefined ? {} : { ALPNProtocols: [...protocols] }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(session === undefined ? {} : { session }),
    ...(tickets === false ? { secureOptions: constants.SSL_OP_NO_TICKET } : {}),
  };
}

/** Node types the error as an Error, and gives its code as a string. */
const verificationError = (error: unknown): string | null =>
  error === null || error === undefined ? null : errorCode(error);

const summary = (secure: TLSSocket, sessions: Buffer[]): PlatformHandshake => ({
  version: secure.getProtocol() ?? 'unknown',
  authorized: secure.authorized,
  authorizationError: verificationError(secure.authorizationError),
  chain: chainOf(secure),
  sessions,
  resumed: secure.isSessionReused(),
  ticketless: null,
});

const ticketWaitMs = (handshakeMs: number, isIssued: boolean): number =>
  isIssued ? maxTicketWaitMs : Math.min(maxTicketWaitMs, Math.max(minTicketWaitMs, 1.5 * handshakeMs));

/** Completes a handshake over a socket of the dialer and closes it; never throws. */
export function platformHandshake(
  socket: Socket,
  request: PlatformRequest,
  signal: AbortSignal,
): Promise<PlatformResult> {
  const { promise, resolve } = Promise.withResolvers<PlatformResult>();
  const sessions: Buffer[] = [];
  const startMs = performance.now();
  let finished: PlatformHandshake | null = null;
  let ticketWait: TicketWait | undefined;
  // The verdict on the chain is evidence; the handshake continues in any case.
  const secure = connectTls(optionsFor(socket, request), request.serverName);

  const settle = (failure: NetFailure | null, ticketless: Ticketless | null = null): void => {
    cancelTimer();
    ticketWait?.cancel();
    signal.removeEventListener('abort', onAbort);
    // Further tickets in a flood are not kept.
    secure.removeAllListeners('session');
    resolve({ handshake: finished && { ...finished, ticketless }, failure });
    secure.destroySoon();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  const cancelTimer = systemClock.schedule(handshakeTimeoutMs, () =>
    settle(netFailed('timeout', 'handshake-too-long', handshakeTimeoutMs)),
  );
  const onAbort = (): void => settle(abortFailure(signal));

  signal.addEventListener('abort', onAbort);
  secure.on('error', (error) => {
    const code = errorCode(error);
    // After the question only an alert is about the handshake: a reset may have taken a ticket with it.
    if (ticketWait?.hasAsked === true && !code.startsWith('ERR_SSL_')) settle(null, 'silent');
    else settle(netFailed('tls', 'handshake-failed', code));
  });
  secure.on('close', () =>
    ticketWait?.hasAsked === true ? settle(null, 'answered') : settle(netFailed('closed', 'handshake-closed')),
  );
  secure.on('session', (session) => {
    sessions.push(session);
    if (ticketWait !== undefined) settle(null);
  });
  secure.on('secureConnect', () => {
    const is13 = secure.getProtocol() === 'TLSv1.3';
    // Up to TLS 1.2 the ticket is part of the handshake; a resumed session keeps the old one.
    const own = is13 || secure.isSessionReused() || sessions.length > 0 ? undefined : secure.getSession();
    if (own !== undefined && readSession(own).hasTicket) sessions.push(own);
    finished = summary(secure, sessions);
    const awaitsTicket = request.awaitsTicket ?? !finished.resumed;
    if (!is13 || !awaitsTicket || sessions.length > 0) return settle(null);
    cancelTimer(); // What follows has its own limits.
    // Not every server issues another one for a resumed session.
    const isIssued = request.issuesTickets === true && !finished.resumed;
    const question = request.lastQuestion?.(secure.alpnProtocol || null);
    const waitMs = ticketWaitMs(performance.now() - startMs, isIssued);
    ticketWait = waitForTicket(secure, waitMs, question, (end) => settle(null, end));
  });
  if (signal.aborted) onAbort();
  return promise;
}
