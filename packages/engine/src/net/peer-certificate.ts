import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { NetFailure } from '../evidence/observed.ts';
import { connectTls } from './connect-tls.ts';
import { abortFailure } from './deadline.ts';
import { streamFailure } from './http/stream-failure.ts';

/** The certificate of a TLS server, or why none was seen. */
export type PeerCertificate = { ok: true; der: Uint8Array } | { ok: false; failure: NetFailure };

const handshakeTimeoutMs = 6_000;

/** Shakes hands over a socket of the dialer to see the server's certificate, whatever it is worth. Never throws. */
export function peerCertificate(socket: Socket, serverName: string, signal: AbortSignal): Promise<PeerCertificate> {
  return new Promise((resolve) => {
    const options: ConnectionOptions = {
      socket,
      servername: serverName,
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    };
    const secure = connectTls(options, serverName);
    const settle = (peer: PeerCertificate): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      secure.destroy();
      socket.destroy();
      resolve(peer);
    };
    const fail = (failure: NetFailure): void => settle({ ok: false, failure });
    const onAbort = (): void => fail(abortFailure(signal));
    const timer = setTimeout(
      () => fail({ reason: 'timeout', detail: `Handshake was not done after ${handshakeTimeoutMs} ms` }),
      handshakeTimeoutMs,
    );
    secure.on('error', (error) => fail(streamFailure(error, 'TLS handshake')));
    secure.once('close', () => fail({ reason: 'closed', detail: 'Closed in the TLS handshake' }));
    secure.once('secureConnect', () => {
      const raw = secure.getPeerX509Certificate()?.raw;
      if (raw === undefined) fail({ reason: 'tls', detail: 'The server showed no certificate' });
      else settle({ ok: true, der: new Uint8Array(raw) });
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}
