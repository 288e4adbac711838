import { constants } from 'node:crypto';
import { type Socket, isIP } from 'node:net';
import { type ConnectionOptions, type SecureContext, type TLSSocket, createSecureContext } from 'node:tls';
import type { z } from 'zod';
import type { httpTls } from '../../evidence/http/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { connectTls } from './connect-tls.ts';
import { abortFailure } from '../deadline.ts';
import { errorCode } from '../error-code.ts';
import { sha256Hex } from '../sha256.ts';
import { streamFailure } from '../stream-failure.ts';

type HttpTls = z.infer<typeof httpTls>;

/** A TLS connection and its parameters, or why it failed. */
export type Secured = { ok: true; socket: TLSSocket; tls: HttpTls } | { ok: false; failure: NetFailure };

let shared: SecureContext | undefined;

/** Permissive, so that headers of old servers are read; another probe judges their TLS. */
const permissive = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;
const permissiveContext = (): SecureContext => (shared ??= createSecureContext(permissive));

/** The same without hybrid groups: some servers and firewalls hang on a hello of two packets. */
export const smallHelloContext = (): SecureContext =>
  createSecureContext({ ...permissive, ecdhCurve: 'X25519:P-256:P-384:P-521' });

/** Key types for which a server may have separate certificates. */
export type KeyKind = 'RSA' | 'ECDSA';

// TLS 1.3 decides by the schemes (RFC 9846 section 4.3.3), older versions by the suites too.
const schemes = {
  RSA: 'rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:rsa_pss_rsae_sha512:RSA+SHA256:RSA+SHA384:RSA+SHA512:RSA+SHA1',
  ECDSA: 'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ECDSA+SHA1',
} as const satisfies Record<KeyKind, string>;

/** Offers that make a server send its certificate of one key type, or none. */
export const contextFor = (kind: KeyKind): SecureContext =>
  createSecureContext({
    minVersion: 'TLSv1',
    ciphers: `TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:a${kind}@SECLEVEL=0`,
    sigalgs: schemes[kind],
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  });

/** The platform throws on some malformed certificates; then there is nothing to compare. */
function certificateOf(socket: TLSSocket): string | null {
  try {
    const raw = socket.getPeerX509Certificate()?.raw;
    return raw === undefined ? null : sha256Hex(raw);
  } catch {
    return null;
  }
}

function describe(socket: TLSSocket): HttpTls {
  const error: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher()?.standardName ?? 'unknown',
    alpn: socket.alpnProtocol === false || socket.alpnProtocol === null ? null : socket.alpnProtocol,
    authorized: socket.authorized,
    authorizationError: error ? errorCode(error) : null,
    certificate: certificateOf(socket),
  };
}

/**
 * Runs the TLS handshake over a connected socket; certificates are recorded as verified or not, never rejected. Without
 * protocols there is no ALPN.
 */
export function secure(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  protocols: readonly string[] = ['http/1.1'],
  secureContext: SecureContext = permissiveContext(),
): Promise<Secured> {
  return new Promise((resolve) => {
    const options: ConnectionOptions = {
      socket,
      host,
      // RFC 6066 section 3: server_name holds no literal addresses.
      servername: isIP(host) === 0 ? host : '',
      ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
      secureContext,
    };
    const tlsSocket = connectTls(options, host);
    const settle = (secured: Secured): void => {
      signal.removeEventListener('abort', onAbort);
      if (!secured.ok) tlsSocket.destroy();
      resolve(secured);
    };
    const onAbort = (): void => settle({ ok: false, failure: abortFailure(signal) });
    tlsSocket.on('error', (error) => settle({ ok: false, failure: streamFailure(error, 'tls-handshake()') }));
    tlsSocket.once('close', () => settle({ ok: false, failure: netFailed('closed', 'closed-in-handshake') }));
    tlsSocket.once('secureConnect', () => settle({ ok: true, socket: tlsSocket, tls: describe(tlsSocket) }));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}
