import type { Alert } from '../records/alert.ts';
import type { TlsRecord } from '../records/record.ts';
import type { Ssl2Answer } from '../records/ssl2.ts';
import type { CertificateRequest } from './certificate-request.ts';
import type { ServerHello } from './server-hello.ts';
import type { ServerKeyExchange } from './server-key-exchange.ts';

/** A server's first flight as far as it came. */
export interface Flight {
  serverHello: ServerHello | null;
  /** The ServerHello's bytes, for the transcript of TLS 1.3. */
  serverHelloMessage: Uint8Array | null;
  /** DER, leaf first; null until a Certificate message came. */
  certificates: Uint8Array[] | null;
  ocspResponse: Uint8Array | null;
  serverKeyExchange: ServerKeyExchange | null;
  certificateRequest: CertificateRequest | null;
  /** ServerHelloDone came. */
  done: boolean;
  /** The alert that ended the connection; warnings are passed over. */
  alert: Alert | null;
  ssl2: Ssl2Answer | null;
  /** Encrypted records of TLS 1.3. */
  encrypted: TlsRecord[];
  bytes: number;
  /** The largest handshake message by its header, in bytes, read or refused. */
  largestMessageBytes: number;
  /** The first bytes as they came, at most 512. */
  head: Uint8Array;
}

/** A flight of which nothing has come. */
export const emptyFlight = (): Flight => ({
  serverHello: null,
  serverHelloMessage: null,
  certificates: null,
  ocspResponse: null,
  serverKeyExchange: null,
  certificateRequest: null,
  done: false,
  alert: null,
  ssl2: null,
  encrypted: [],
  bytes: 0,
  largestMessageBytes: 0,
  head: new Uint8Array(0),
});
