import type { TlsEndpoint } from './schema.ts';

/** Base64 writes three bytes as four letters. */
const bytesOf = (base64: string): number => Math.floor((base64.replaceAll('=', '').length * 3) / 4);

/** A length field stands before each certificate, and before all of them (RFC 5246 section 7.4.2). */
const lengthBytes = 3;

type Chain = TlsEndpoint['chains'][number];

/** Bytes of the Certificate message; SSL 2.0 sends a leaf alone. */
const messageBytes = ({ certificates }: Chain): number =>
  certificates.reduce((sum, { der }) => sum + lengthBytes + bytesOf(der), lengthBytes);

/** The largest handshake message that the server sent, in bytes; null where none was seen. */
export function largestMessageOf(endpoint: TlsEndpoint): number | null {
  const { largestMessageBytes: seen } = endpoint;
  const measured = seen?.known === true ? seen.value : 0;
  const largest = Math.max(measured, ...endpoint.chains.map(messageBytes));
  return largest === 0 ? null : largest;
}

/** OpenSSL, BoringSSL and the browsers built on it refuse certificate messages of more than 100 KiB. */
export const browserLimitBytes = 102_400;

/** The smallest limit of a common client: `jdk.tls.maxHandshakeMessageSize` of Java. */
export const smallestLimitBytes = 32_768;
