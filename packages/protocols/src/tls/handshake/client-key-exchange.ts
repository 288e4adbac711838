import { vector16, vector8 } from '../../bytes.ts';
import { encodeHandshake, handshakeTypes } from './handshake.ts';

/** ClientKeyExchange with an RSA-encrypted premaster secret (RFC 5246 section 7.4.7.1; SSL 3.0 has no length before it). */
export const rsaKeyExchange = (encrypted: Uint8Array): Uint8Array =>
  encodeHandshake(handshakeTypes.clientKeyExchange, vector16(encrypted));

/** ClientKeyExchange with a finite-field public value (RFC 5246 section 7.4.7.2). */
export const finiteFieldKeyExchange = (publicValue: Uint8Array): Uint8Array =>
  encodeHandshake(handshakeTypes.clientKeyExchange, vector16(publicValue));

/** ClientKeyExchange with a point on a curve (RFC 8422 section 5.7). */
export const curveKeyExchange = (point: Uint8Array): Uint8Array =>
  encodeHandshake(handshakeTypes.clientKeyExchange, vector8(point));

/** The answer to CertificateRequest of a client that has no certificate (RFC 5246 section 7.4.6). */
export const noCertificate: Uint8Array = encodeHandshake(handshakeTypes.certificate, Uint8Array.of(0, 0, 0));

/** Finished up to TLS 1.2 (RFC 5246 section 7.4.9). */
export const finishedMessage = (verifyData: Uint8Array): Uint8Array =>
  encodeHandshake(handshakeTypes.finished, verifyData);
