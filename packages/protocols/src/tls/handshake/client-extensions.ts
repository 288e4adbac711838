import { codes16, concat, u16, u8, vector16, vector8 } from '../../bytes.ts';
import { type Extension, extensionTypes } from './extensions.ts';

const utf8 = new TextEncoder();
const nothing = new Uint8Array(0);
const empty = (type: number): Extension => ({ type, data: nothing });

/** A public value for a group. */
export interface KeyShare {
  group: number;
  publicValue: Uint8Array;
}

/** server_name with one host name (RFC 6066 section 3). */
export const serverName = (host: string): Extension => ({
  type: extensionTypes.serverName,
  data: vector16(u8(0), vector16(utf8.encode(host))),
});

/** supported_groups (RFC 9846 section 4.3.7). */
export const supportedGroups = (groups: readonly number[]): Extension => ({
  type: extensionTypes.supportedGroups,
  data: vector16(codes16(groups)),
});

/** ec_point_formats: uncompressed, and both compressed forms for very old servers (RFC 4492 section 5.1.2). */
export const ecPointFormats: Extension = { type: extensionTypes.ecPointFormats, data: vector8(Uint8Array.of(0, 1, 2)) };

/** signature_algorithms (RFC 9846 section 4.3.3). */
export const signatureAlgorithms = (schemes: readonly number[]): Extension => ({
  type: extensionTypes.signatureAlgorithms,
  data: vector16(codes16(schemes)),
});

/** ALPN protocol names in order of preference (RFC 7301 section 3.1). */
export const alpn = (protocols: readonly string[]): Extension => ({
  type: extensionTypes.alpn,
  data: vector16(...protocols.map((name) => vector8(utf8.encode(name)))),
});

/** srp with the name of a user (RFC 5054 section 2.8.1). */
export const srpUser = (name: string): Extension => ({ type: extensionTypes.srp, data: vector8(utf8.encode(name)) });

/** server_certificate_type: raw public keys, and X.509 as well (RFC 7250 section 3). */
export const rawPublicKeysToo: Extension = {
  type: extensionTypes.serverCertificateType,
  data: vector8(Uint8Array.of(2, 0)),
};

/** status_request for OCSP, any responder (RFC 6066 section 8). */
export const statusRequest: Extension = { type: extensionTypes.statusRequest, data: Uint8Array.of(1, 0, 0, 0, 0) };

/** signed_certificate_timestamp (RFC 6962 section 3.3.1). */
export const signedCertificateTimestamp = empty(extensionTypes.signedCertificateTimestamp);

/** An empty session_ticket asks for a new one (RFC 5077 section 3.2). */
export const sessionTicket = empty(extensionTypes.sessionTicket);

/** session_ticket with a ticket that is to be resumed (RFC 5077 section 3.2). */
export const sessionTicketOf = (ticket: Uint8Array): Extension => ({
  type: extensionTypes.sessionTicket,
  data: ticket,
});

/** extended_master_secret (RFC 7627 section 5.1). */
export const extendedMasterSecret = empty(extensionTypes.extendedMasterSecret);

/** encrypt_then_mac (RFC 7366 section 2). */
export const encryptThenMac = empty(extensionTypes.encryptThenMac);

/** heartbeat, peer_allowed_to_send (RFC 6520 section 2). */
export const heartbeat: Extension = { type: extensionTypes.heartbeat, data: u8(1) };

/** next_protocol_negotiation (draft-agl-tls-nextprotoneg-04 section 3). */
export const nextProtocolNegotiation = empty(extensionTypes.nextProtocolNegotiation);

/** renegotiation_info of a first handshake (RFC 5746 section 3.4). */
export const renegotiationInfo: Extension = { type: extensionTypes.renegotiationInfo, data: vector8() };

/** renegotiation_info of a later handshake: the client's verify_data of the one before (RFC 5746 section 3.5). */
export const renegotiatedConnection = (verifyData: Uint8Array): Extension => ({
  type: extensionTypes.renegotiationInfo,
  data: vector8(verifyData),
});

/** supported_versions of a client (RFC 9846 section 4.3.1). */
export const supportedVersions = (versions: readonly number[]): Extension => ({
  type: extensionTypes.supportedVersions,
  data: vector8(codes16(versions)),
});

/** psk_key_exchange_modes: psk_dhe_ke, without which servers issue no tickets (RFC 9846 section 4.3.9). */
export const pskKeyExchangeModes: Extension = { type: extensionTypes.pskKeyExchangeModes, data: vector8(u8(1)) };

/** key_share; no shares at all is legal and asks for a HelloRetryRequest (RFC 9846 section 4.3.8). */
export const keyShare = (shares: readonly KeyShare[]): Extension => ({
  type: extensionTypes.keyShare,
  data: vector16(...shares.map(({ group, publicValue }) => concat([u16(group), vector16(publicValue)]))),
});

/** Zero bytes that make a hello larger (RFC 7685 section 3). */
export const padding = (length: number): Extension => ({ type: extensionTypes.padding, data: new Uint8Array(length) });

/** The reserved values that a tolerant server ignores, for suites, groups and extensions alike (RFC 8701 section 2). */
export const greaseValues: readonly number[] = Array.from({ length: 16 }, (_, index) => 0x0a0a + index * 0x1010);

/** An extension of a reserved type (RFC 8701 section 3.1). */
export const greaseExtension = (type: number, data: Uint8Array = nothing): Extension => ({ type, data });
