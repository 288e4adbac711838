import { createHash } from 'node:crypto';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import type { Extension } from '@perimeter/protocols/tls/handshake/extensions';
import { emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { BuiltHello } from '../../client/hello/hello.ts';
import { offerOf } from '../../client/hello/offer.ts';
import type { SimulatedClient } from './client-simulation.data.ts';

/** Code points of the table, which are written in hex. */
export const codesOf = (hex: string): number[] =>
  hex === '' ? [] : hex.split(' ').map((code) => Number.parseInt(code, 16));

const [greaseSuite = 0x0a0a, greaseGroup = 0x1a1a, greaseVersion = 0x2a2a, greaseFirst = 0x3a3a, greaseLast = 0x4a4a] =
  extension.greaseValues;

const withGrease = (client: SimulatedClient, grease: number, codes: readonly number[]): readonly number[] =>
  client.grease ? [grease, ...codes] : codes;

const has13 = ({ versions }: SimulatedClient): boolean => versions.includes('TLSv1.3');

/** No key shares: a TLS 1.3 server then names the wanted group, and nothing has to be computed. */
function tls13Extensions(client: SimulatedClient): Extension[] {
  if (!has13(client)) return [];
  const versions = client.versions.map((name) => wireVersions[name]);
  return [
    extension.supportedVersions(withGrease(client, greaseVersion, versions)),
    extension.pskKeyExchangeModes,
    extension.keyShare([]),
  ];
}

function extensionsOf(client: SimulatedClient, host: string): Extension[] {
  const suites = codesOf(client.suites);
  const groups = codesOf(client.groups);
  const schemes = codesOf(client.schemes);
  return [
    ...(client.grease ? [extension.greaseExtension(greaseFirst)] : []),
    ...(client.sendsName ? [extension.serverName(host)] : []),
    ...(client.extendedMasterSecret ? [extension.extendedMasterSecret] : []),
    ...(suites.includes(emptyRenegotiationInfoScsv) ? [] : [extension.renegotiationInfo]),
    ...(groups.length === 0
      ? []
      : [extension.supportedGroups(withGrease(client, greaseGroup, groups)), extension.ecPointFormats]),
    ...(schemes.length === 0 ? [] : [extension.signatureAlgorithms(schemes)]),
    ...(client.protocols.length === 0 ? [] : [extension.alpn(client.protocols)]),
    ...tls13Extensions(client),
    ...(client.grease ? [extension.greaseExtension(greaseLast, Uint8Array.of(0))] : []),
  ];
}

/** The hello of one client, padded to the size that the client's own key shares would give it. */
export function helloOf(client: SimulatedClient, host: string): BuiltHello {
  const isTls13 = has13(client);
  const [newest = 'TLSv1.2'] = client.versions;
  const digest = (use: string): Uint8Array =>
    new Uint8Array(createHash('sha256').update(`${use} ${client.name} ${host}`).digest());
  const encode = (extras: readonly Extension[]): BuiltHello => {
    const message = encodeClientHello({
      version: isTls13 ? wireVersions['TLSv1.2'] : wireVersions[newest],
      random: digest('random'),
      sessionId: isTls13 ? digest('session') : new Uint8Array(0),
      suites: withGrease(client, greaseSuite, codesOf(client.suites)),
      compressionMethods: [0],
      extensions: [...extensionsOf(client, host), ...extras],
    });
    return { message, record: clientHelloRecord(message, wireVersions[newest]), offer: offerOf(message) };
  };
  const plain = encode([]);
  const missing = (client.helloBytes ?? 0) - plain.record.length - 4;
  return missing > 0 ? encode([extension.padding(missing)]) : plain;
}
