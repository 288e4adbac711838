import type { Socket } from 'node:net';
import type { ConnectionOptions, SecureVersion, TLSSocket } from 'node:tls';
import { constants } from 'node:crypto';
import type { NetFailure } from '../../evidence/observed.ts';
import { connectTls } from '../../net/connect-tls.ts';
import { abortFailure } from '../../net/deadline.ts';

/** A whole handshake by the platform's own TLS: what only a completed one shows. */
export interface PlatformHandshake {
  version: string;
  authorized: boolean;
  authorizationError: string | null;
  /** DER of the peer's chain, leaf first. */
  chain: Uint8Array[];
  /** Serialised sessions in the order in which they were given. */
  sessions: Buffer[];
  resumed: boolean;
}

/** What to ask the platform for. */
export interface PlatformRequest {
  serverName: string;
  maxVersion?: SecureVersion;
  session?: Buffer;
  /** False: no ticket is asked for, which leaves the session id. */
  tickets?: boolean;
  /** Offers all that the platform has: for servers that have nothing in common with its usual offer. */
  isWide?: boolean;
}

const handshakeTimeoutMs = 10_000;
/** TLS 1.3 sends tickets after the handshake, at once or not at all; from a slow server they are as slow as its handshake. */
const minTicketWaitMs = 1_000;
const maxTicketWaitMs = 4_000;

const usualOffer: ConnectionOptions = { ciphers: 'DEFAULT@SECLEVEL=0' };
const wideOffer: ConnectionOptions = {
  ciphers:
    'ALL:COMPLEMENTOFALL:@SECLEVEL=0:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256',
  ecdhCurve:
    'X25519:P-256:X448:P-384:P-521:secp256k1:brainpoolP256r1:brainpoolP384r1:brainpoolP512r1:P-224:P-192:ffdhe2048:ffdhe3072:ffdhe4096',
};

function optionsFor(socket: Socket, request: PlatformRequest): ConnectionOptions {
  const { serverName, maxVersion, session, tickets, isWide } = request;
  return {
    socket,
    servername: serverName,
    minVersion: 'TLSv1',
    ...(isWide === true ? wideOffer : usualOffer),
    ALPNProtocols: ['h2', 'http/1.1'],
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(session === undefined ? {} : { session }),
    ...(tickets === false ? { secureOptions: constants.SSL_OP_NO_TICKET } : {}),
  };
}

/** Node types the error as an Error, and gives its code as a string. */
const verdictText = (error: unknown): string | null =>
  error === null || error === undefined
    ? null
    : error instanceof Error
      ? 'code' in error
        ? String(error.code)
        : error.message
      : String(error);

/** More certificates than this no honest server sends. */
const maxChain = 20;

function chainOf(secure: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  let next = secure.getPeerX509Certificate();
  for (; next !== undefined && chain.length < maxChain; next = next.issuerCertificate)
    chain.push(new Uint8Array(next.raw));
  return chain;
}

function summary(secure: TLSSocket, sessions: Buffer[]): PlatformHandshake {
  return {
    version: secure.getProtocol() ?? 'unknown',
    authorized: secure.authorized,
    authorizationError: verdictText(secure.authorizationError),
    chain: chainOf(secure),
    sessions,
    resumed: secure.isSessionReused(),
  };
}

/** Completes a handshake over a connection of the dialer and closes it; never throws. */
export function platformHandshake(
  socket: Socket,
  request: PlatformRequest,
  signal: AbortSignal,
): Promise<PlatformHandshake | NetFailure> {
  return new Promise((resolve) => {
    const sessions: Buffer[] = [];
    const startMs = performance.now();
    let ticketTimer: NodeJS.Timeout | undefined;
    // The chain's verdict is evidence; the handshake goes on either way.
    const secure = connectTls(optionsFor(socket, request), request.serverName);

    const settle = (result: PlatformHandshake | NetFailure): void => {
      clearTimeout(deadline);
      clearTimeout(ticketTimer);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
      secure.destroySoon();
      // destroySoon waits for the peer to take what is written; a peer that does not is not waited for.
      setTimeout(() => socket.destroy(), 500).unref();
    };
    const deadline = setTimeout(
      () => settle({ reason: 'timeout', detail: `Handshake was not done after ${handshakeTimeoutMs} ms` }),
      handshakeTimeoutMs,
    );
    const onAbort = (): void => settle(abortFailure(signal));
    const finish = (): void => settle(summary(secure, sessions));

    signal.addEventListener('abort', onAbort);
    secure.on('error', (error) => settle({ reason: 'tls', detail: `Handshake failed: ${verdictText(error)}` }));
    secure.on('close', () => settle({ reason: 'closed', detail: 'Connection was closed during the handshake' }));
    secure.on('session', (session) => {
      sessions.push(session);
      if (ticketTimer !== undefined) finish();
    });
    secure.on('secureConnect', () => {
      const mayBringTicket = secure.getProtocol() === 'TLSv1.3' && !secure.isSessionReused() && sessions.length === 0;
      const ticketWaitMs = Math.min(maxTicketWaitMs, Math.max(minTicketWaitMs, 1.5 * (performance.now() - startMs)));
      if (mayBringTicket) ticketTimer = setTimeout(finish, ticketWaitMs);
      else finish();
    });
    if (signal.aborted) onAbort();
  });
}
