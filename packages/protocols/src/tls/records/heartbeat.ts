import { concat, u16, u8 } from '../../bytes.ts';

/** HeartbeatMessageType heartbeat_request (RFC 6520 section 3). */
const request = 1;
/** padding_length of an honest message is at least this (RFC 6520 section 4). */
const minPaddingBytes = 16;
/** Type and payload length stand before the payload (RFC 6520 section 4). */
export const heartbeatHeaderBytes = 3;

/** A request whose payload is as long as it says, with the padding that the standard asks for. */
export const honestHeartbeat = (payload: Uint8Array): Uint8Array =>
  concat([u8(request), u16(payload.length), payload, new Uint8Array(minPaddingBytes)]);

/**
 * A request that claims its padding as payload: a receiver must drop it (RFC 6520 section 4), and one that trusts the claim
 * sends back nothing but what it was sent.
 */
export const paddinglessHeartbeat = (payload: Uint8Array): Uint8Array =>
  concat([u8(request), u16(payload.length + minPaddingBytes), payload, new Uint8Array(minPaddingBytes)]);

/** A request that claims the given number of bytes more than the message contains. */
export const overlongHeartbeat = (payload: Uint8Array, excessBytes: number): Uint8Array =>
  concat([u8(request), u16(payload.length + excessBytes), payload]);

/** How long the answer to a payload is, at least: header, payload, padding. */
export const heartbeatAnswerBytes = (payloadBytes: number): number =>
  heartbeatHeaderBytes + payloadBytes + minPaddingBytes;
