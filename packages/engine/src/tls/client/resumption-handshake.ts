import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { NetFailure } from '../../evidence/observed.ts';
import { connectTls } from '../../net/connect-tls.ts';
import { abortFailure } from '../../net/deadline.ts';

/** What one handshake is to do. */
export interface Wish {
  serverName: string;
  /** The one version to speak; null: TLS 1.2 or 1.3, as the server likes. */
  version: 'TLSv1.2' | 'TLSv1.3' | null;
  /** The session to offer. */
  session: Buffer | null;
  /** Whether to wait for a new ticket. */
  wantsTicket: boolean;
}

/** A handshake that both sides finished, or that the server ended because of what was offered. */
export interface Finished {
  resumed: boolean;
  /** The alert by which it was ended; null: it was finished. */
  alert: string | null;
  /** The last session that was given; null: none came. */
  session: Buffer | null;
}

/** TLS 1.3 sends tickets after the handshake, at once or not at all; a slow server is as slow in this. */
const leastTicketWaitMs = 1_000;

/** Completes a handshake over a connection of the dialer and closes it; never throws. */
export function shakeHands(socket: Socket, wish: Wish, signal: AbortSignal): Promise<Finished | NetFailure> {
  const { promise, resolve } = Promise.withResolvers<Finished | NetFailure>();
  const { serverName, version, session, wantsTicket } = wish;
  let given: Buffer | null = null;
  let resumed: boolean | null = null;
  const startMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const secure: TLSSocket = connectTls(
    {
      socket,
      servername: serverName,
      minVersion: version ?? 'TLSv1.2',
      maxVersion: version ?? 'TLSv1.3',
      ciphers: 'DEFAULT@SECLEVEL=0',
      ...(session === null ? {} : { session }),
    },
    serverName,
  );
  const settle = (result: Finished | NetFailure): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    resolve(result);
    secure.destroySoon();
    // A peer that does not take what is written is not waited for.
    setTimeout(() => socket.destroy(), 500).unref();
  };
  const finish = (): void => settle({ resumed: resumed === true, alert: null, session: given });
  const end = (failure: NetFailure): void => (resumed === null ? settle(failure) : finish());
  const onAbort = (): void => end(abortFailure(signal));

  signal.addEventListener('abort', onAbort);
  secure.on('error', (error) => {
    const code = codeOf(error);
    const alert = alertPattern.exec(code)?.[1] ?? null;
    if (alert === null || resumed !== null) end({ reason: 'tls', detail: `Handshake failed: ${code}` });
    else settle({ resumed: false, alert: alert.toLowerCase(), session: null });
  });
  secure.on('close', () => end({ reason: 'closed', detail: 'Connection was closed during the handshake' }));
  secure.on('session', (one: Buffer) => {
    given = one;
    if (resumed !== null) finish();
  });
  secure.on('secureConnect', () => {
    resumed = secure.isSessionReused();
    const is13 = secure.getProtocol() === 'TLSv1.3';
    // Up to TLS 1.2 the ticket is part of the handshake; one that is resumed is still the old one.
    if (!is13 && !resumed) given ??= secure.getSession() ?? null;
    if (is13 && wantsTicket && given === null)
      timer = setTimeout(finish, Math.max(leastTicketWaitMs, performance.now() - startMs));
    else finish();
  });
  if (signal.aborted) onAbort();
  return promise;
}

/** How the platform names an alert that it received, of those by which stacks refuse a ticket (RFC 8446 section 6.2). */
const alertPattern = /_ALERT_(ILLEGAL_PARAMETER|DECRYPT_ERROR|DECODE_ERROR|HANDSHAKE_FAILURE|UNKNOWN_PSK_IDENTITY)$/;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message);
