import { randomBytes } from 'node:crypto';
import { vector8 } from '@perimeter/protocols/bytes';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import { type Extension, extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { curveGroups } from '../keys/curves.ts';
import { fieldGroups } from './code-points.ts';

/** Versions in which this client can complete a handshake. */
export const offeredVersions = ['TLSv1.2', 'TLSv1.1', 'TLSv1.0', 'SSLv3'] as const;
export type OfferedVersion = (typeof offeredVersions)[number];

/**
 * The offer of our own client: without extended_master_secret and encrypt_then_mac, which would bypass the tested code.
 */
export interface Offer {
  version: OfferedVersion;
  suites: readonly number[];
  serverName: string;
  sessionId?: Uint8Array;
  /** Empty: requests a ticket; absent: no tickets. */
  ticket?: Uint8Array;
  /** The client's verify_data of the previous handshake; empty in a first one, null: no renegotiation_info. */
  renegotiation?: Uint8Array | null;
  extras?: readonly Extension[];
  /** Finite fields are named besides curves (RFC 7919 section 4). */
  namesFields?: boolean;
}

/** An offer as bytes. */
export interface SentHello {
  message: Uint8Array;
  record: Uint8Array;
  random: Uint8Array;
  version: number;
  /** Name, suites and extensions as code points, in the order of the message. */
  serverName: string;
  suites: readonly number[];
  extensions: readonly number[];
}

const nothing = new Uint8Array(0);
/** All signature schemes, SHA-1 last; none of the signatures is verified here. */
const schemes: readonly number[] = [
  0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0603, 0x0806, 0x0601, 0x0807, 0x0808, 0x0402, 0x0203, 0x0201,
  0x0202,
];
const uncompressedPoints: Extension = { type: extensionTypes.ecPointFormats, data: vector8(Uint8Array.of(0)) };

function extensionsOf(offer: Offer): Extension[] {
  const { version, serverName, ticket, renegotiation = nothing, extras = [], namesFields = false } = offer;
  return [
    extension.serverName(serverName),
    ...(renegotiation === null ? [] : [extension.renegotiatedConnection(renegotiation)]),
    extension.supportedGroups(namesFields ? [...curveGroups, ...fieldGroups] : curveGroups),
    uncompressedPoints,
    ...(version === 'TLSv1.2' ? [extension.signatureAlgorithms(schemes)] : []),
    ...(ticket === undefined ? [] : [extension.sessionTicketOf(ticket)]),
    ...extras,
  ];
}

/** Encodes an offer. SSL 3.0 has no extensions, and the signalling suite instead of renegotiation_info. */
export function helloOf(offer: Offer): SentHello {
  const version = wireVersions[offer.version];
  const isBare = offer.version === 'SSLv3';
  const random = new Uint8Array(randomBytes(32));
  const suites = isBare ? [...offer.suites, emptyRenegotiationInfoScsv] : offer.suites;
  const extensions = isBare ? null : extensionsOf(offer);
  const sessionId = offer.sessionId ?? nothing;
  const message = encodeClientHello({ version, random, sessionId, suites, compressionMethods: [0], extensions });
  return {
    message,
    record: clientHelloRecord(message, version),
    random,
    version,
    serverName: offer.serverName,
    suites,
    extensions: (extensions ?? []).map(({ type }) => type),
  };
}
