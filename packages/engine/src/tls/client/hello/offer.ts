import { ByteReader } from '@perimeter/protocols/byte-reader';
import { decodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import { type Extensions, extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';

/** The offer of a hello, read from the sent bytes: answers can only refer to this. */
export interface HelloOffer {
  suites: ReadonlySet<number>;
  compressionMethods: readonly number[];
  extensions: ReadonlySet<number>;
  /** supported_groups; none where the extension is absent. */
  groups: ReadonlySet<number>;
  /** ALPN protocol names; none where the extension is absent. */
  protocols: readonly string[];
}

/** The offer of an SSL 2.0 hello, which has no extensions. */
export const bareOffer: HelloOffer = {
  suites: new Set(),
  compressionMethods: [0],
  extensions: new Set(),
  groups: new Set(),
  protocols: [],
};

const handshakeHeaderBytes = 4;

function protocolsIn(extensions: Extensions): string[] {
  const data = extensions.get(extensionTypes.alpn);
  if (data === undefined) return [];
  const reader = new ByteReader(data);
  const list = reader.window(reader.u16());
  const names: string[] = [];
  while (list.remaining > 0) names.push(String.fromCharCode(...list.vector8()));
  return names;
}

/** NamedGroupList (RFC 8422 section 5.1.1): its length in bytes, two bytes per group. */
function groupsIn(extensions: Extensions): Set<number> {
  const data = extensions.get(extensionTypes.supportedGroups);
  if (data === undefined) return new Set();
  const reader = new ByteReader(data);
  return new Set(Array.from({ length: reader.u16() / 2 }, () => reader.u16()));
}

/** Reads the offer of a ClientHello, given as handshake message. */
export function offerOf(message: Uint8Array): HelloOffer {
  const hello = decodeClientHello(message.subarray(handshakeHeaderBytes));
  const extensions: Extensions = new Map((hello.extensions ?? []).map(({ type, data }) => [type, data]));
  const suites = new Set(hello.suites);
  const types = new Set(extensions.keys());
  // The signalling suite replaces an empty renegotiation_info (RFC 5746 section 3.3).
  if (suites.has(emptyRenegotiationInfoScsv)) types.add(extensionTypes.renegotiationInfo);
  return {
    suites,
    compressionMethods: hello.compressionMethods,
    extensions: types,
    groups: groupsIn(extensions),
    protocols: protocolsIn(extensions),
  };
}
