import { createHash } from 'node:crypto';
import type { KeyShare } from '@perimeter/protocols/tls/handshake/client-extensions';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import type { Extension } from '@perimeter/protocols/tls/handshake/extensions';
import { emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { type VersionName, wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type HelloOffer, offerOf } from './offer.ts';
import {
  browserLikeGroups,
  browserLikeSchemes,
  fieldGroups,
  rareCurves,
  tls13Groups,
  tls13Schemes,
} from './code-points.ts';

/** Versions whose hello is a ClientHello record. */
export type HelloVersion = Exclude<VersionName, 'SSLv2'>;

/** The offer of one hello; defaults are those of a browser. */
export interface HelloSpec {
  version: HelloVersion;
  suites: readonly number[];
  groups?: readonly number[];
  schemes?: readonly number[];
  protocols?: readonly string[];
  compressionMethods?: readonly number[];
  /** Null: no server_name extension. */
  serverName?: string | null;
  /** Public values for key_share; none by default, which asks for a HelloRetryRequest. */
  shares?: readonly KeyShare[];
  extras?: readonly Extension[];
  /** SSL 3.0 only: whether to send an extension block. */
  withExtensions?: boolean;
}

/** A hello as handshake message (for the transcript) and as record (for the wire). */
export interface BuiltHello {
  message: Uint8Array;
  record: Uint8Array;
  offer: HelloOffer;
}

/** Optional extensions whose echo shows server features, for first hellos. */
export const curiousExtensions = (version: HelloVersion): readonly Extension[] => [
  extension.statusRequest,
  extension.signedCertificateTimestamp,
  extension.sessionTicket,
  ...(version === 'TLSv1.3' ? [] : [extension.heartbeat, extension.nextProtocolNegotiation]),
];

/** Groups of a hello up to TLS 1.2 that enumerates something else. */
export const usualGroupsOf = ({ namesRareCurves }: Readonly<HelloStyle>): readonly number[] =>
  namesRareCurves ? [...rareCurves, ...browserLikeGroups] : browserLikeGroups;

function groupsOf({ version, groups }: HelloSpec, style: Readonly<HelloStyle>): readonly number[] {
  if (version === 'TLSv1.3') return groups ?? tls13Groups;
  const offered = groups ?? usualGroupsOf(style);
  return style.namesFields ? [...new Set([...offered, ...fieldGroups])] : offered;
}

function extensionsOf(host: string, spec: HelloSpec, style: Readonly<HelloStyle>): Extension[] {
  const isTls13 = spec.version === 'TLSv1.3';
  const name = spec.serverName === undefined ? host : spec.serverName;
  const hasSchemes = isTls13 || spec.version === 'TLSv1.2';
  return [
    ...(name === null ? [] : [extension.serverName(name)]),
    ...(isTls13 ? [] : [extension.extendedMasterSecret, extension.renegotiationInfo, extension.encryptThenMac]),
    extension.supportedGroups(groupsOf(spec, style)),
    ...(isTls13 ? [] : [extension.ecPointFormats]),
    ...(hasSchemes
      ? [extension.signatureAlgorithms(spec.schemes ?? (isTls13 ? tls13Schemes : browserLikeSchemes))]
      : []),
    ...(spec.protocols === undefined || spec.protocols.length === 0 ? [] : [extension.alpn(spec.protocols)]),
    ...(isTls13
      ? [
          extension.supportedVersions([wireVersions['TLSv1.3']]),
          extension.pskKeyExchangeModes,
          extension.keyShare(spec.shares ?? []),
        ]
      : []),
    ...(style.takesRawKeys ? [extension.rawPublicKeysToo] : []),
    ...(spec.extras ?? []),
  ];
}

/** Common properties of all hellos to an endpoint. */
export interface HelloStyle {
  /** True: hellos up to TLS 1.2 have no extensions, because the server answers none that has any. */
  isBare: boolean;
  /** True: hellos up to TLS 1.2 include named finite fields, which the server requires for DHE suites. */
  namesFields: boolean;
  /** True: hellos up to TLS 1.2 include binary and other rare curves, because the server has no others. */
  namesRareCurves: boolean;
  /** True: every hello accepts raw public keys, because the server has nothing else. */
  takesRawKeys: boolean;
}

/** The initial style of hellos. */
export const plainStyle = (): HelloStyle => ({
  isBare: false,
  namesFields: false,
  namesRareCurves: false,
  takesRawKeys: false,
});

/** Builds hellos for one server name; randoms come from the audit's seed, so that recordings are reproducible. */
export function createHelloBuilder(
  host: string,
  seed: string,
  style: Readonly<HelloStyle> = plainStyle(),
): (spec: HelloSpec) => BuiltHello {
  let count = 0;
  const bytesFor = (use: string): Uint8Array =>
    new Uint8Array(createHash('sha256').update(`${seed} ${host} ${use} ${count}`).digest());

  return (spec) => {
    count += 1;
    const isTls13 = spec.version === 'TLSv1.3';
    const isBare = (spec.version === 'SSLv3' && spec.withExtensions !== true) || (style.isBare && !isTls13);
    const message = encodeClientHello({
      version: isTls13 ? wireVersions['TLSv1.2'] : wireVersions[spec.version],
      random: bytesFor('random'),
      // A session id makes TLS 1.3 look like a resumption to middleboxes (RFC 9846 appendix E.4).
      sessionId: isTls13 ? bytesFor('session') : new Uint8Array(0),
      suites: isBare ? [...spec.suites, emptyRenegotiationInfoScsv] : spec.suites,
      compressionMethods: spec.compressionMethods ?? [0],
      extensions: isBare ? null : extensionsOf(host, spec, style),
    });
    return { message, record: clientHelloRecord(message, wireVersions[spec.version]), offer: offerOf(message) };
  };
}
