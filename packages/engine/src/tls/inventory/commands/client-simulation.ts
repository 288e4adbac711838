import { createHash } from 'node:crypto';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import { type Extension, extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight';
import { cipherSuites, emptyRenegotiationInfoScsv } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { seen, untested } from '../../../evidence/observed.ts';
import type { SimulatedConnection } from '../../../evidence/tls/schema.ts';
import { type Answer, versionNameOf } from '../../client/answer.ts';
import { type SimulatedClient, simulatedClients, simulatedClientsDate } from './client-simulation.data.ts';
import type { Learned } from '../learned.ts';
import type { ScanSession } from '../scan-session.ts';
import { sha256Hex } from '../../../net/sha256.ts';

const codesOf = (hex: string): number[] => (hex === '' ? [] : hex.split(' ').map((code) => Number.parseInt(code, 16)));

const [greaseSuite = 0x0a0a, greaseGroup = 0x1a1a, greaseVersion = 0x2a2a, greaseFirst = 0x3a3a, greaseLast = 0x4a4a] =
  extension.greaseValues;

const withGrease = (client: SimulatedClient, grease: number, codes: readonly number[]): readonly number[] =>
  client.grease ? [grease, ...codes] : codes;

const has13 = ({ versions }: SimulatedClient): boolean => versions.includes('TLSv1.3');

/** No key shares: a server of TLS 1.3 then names the group it wants, and nothing has to be computed. */
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
export function helloOf(client: SimulatedClient, host: string): Uint8Array {
  const isTls13 = has13(client);
  const [newest = 'TLSv1.2'] = client.versions;
  const digest = (use: string): Uint8Array =>
    new Uint8Array(createHash('sha256').update(`${use} ${client.name} ${host}`).digest());
  const encode = (extras: readonly Extension[]): Uint8Array => {
    const message = encodeClientHello({
      version: isTls13 ? wireVersions['TLSv1.2'] : wireVersions[newest],
      random: digest('random'),
      sessionId: isTls13 ? digest('session') : new Uint8Array(0),
      suites: withGrease(client, greaseSuite, codesOf(client.suites)),
      compressionMethods: [0],
      extensions: [...extensionsOf(client, host), ...extras],
    });
    return clientHelloRecord(message, wireVersions[newest]);
  };
  const record = encode([]);
  const missing = (client.helloBytes ?? 0) - record.length - 4;
  return missing > 0 ? encode([extension.padding(missing)]) : record;
}

/** The choice, and the key exchange where one follows in clear. */
function isTelling(flight: Flight): boolean {
  const { serverHello, serverKeyExchange, done } = flight;
  if (serverHello === null) return false;
  const hasExchange = cipherSuites.get(serverHello.suite)?.forwardSecrecy === true;
  return done || serverKeyExchange !== null || !hasExchange || serverHello.version >= wireVersions['TLSv1.3'];
}

const nothing = { version: null, suite: null, group: null, dhBits: null, protocol: null, extensions: [] };

type Hello = Extract<Answer, { kind: 'hello' }>;

function protocolOf({ hello }: Hello): string | null {
  const data = hello.extensions.get(extensionTypes.alpn);
  // ProtocolNameList with one name (RFC 7301 section 3.1): two octets of length, one of the name's.
  return data === undefined || data.length < 4 ? null : new TextDecoder('latin1').decode(data.subarray(3));
}

type Failure = SimulatedConnection['failure'];

/** Why a client would break off the handshake; null where it continues. */
function failureOf(client: SimulatedClient, { hello }: Hello, dhBits: number | null): Failure {
  const version = versionNameOf(hello.version);
  if (version === null || version === 'SSLv2' || !client.versions.includes(version))
    return { reason: 'version-not-offered' };
  if (!codesOf(client.suites).includes(hello.suite)) return { reason: 'suite-not-offered' };
  const { maxDhBits } = client;
  return dhBits !== null && maxDhBits !== undefined && dhBits > maxDhBits
    ? { reason: 'dh-too-large', maxDhBits }
    : null;
}

function connectionOf(client: SimulatedClient, answer: Hello): SimulatedConnection {
  const exchange = answer.flight.serverKeyExchange;
  const dhBits = exchange?.kind === 'finite-field' ? exchange.bits : null;
  return {
    client: client.name,
    version: versionNameOf(answer.hello.version),
    suite: answer.hello.suite,
    group: exchange?.kind === 'named-curve' ? exchange.group : answer.hello.group,
    dhBits,
    protocol: protocolOf(answer),
    extensions: [...answer.hello.extensions.keys()],
    failure: failureOf(client, answer, dhBits),
  };
}

function unanswered(answer: Exclude<Answer, Hello>): Failure {
  if (answer.kind === 'ssl2') return { reason: 'ssl2' };
  if (answer.kind === 'failed') return { reason: 'no-answer', failure: answer.failure, confirmed: answer.confirmed };
  if (answer.alert !== null) return { reason: 'alert', alert: answer.alert };
  return { reason: 'no-answer', failure: { reason: 'closed', detail: answer.how }, confirmed: true };
}

async function simulate(
  { client: { connection }, host }: ScanSession,
  client: SimulatedClient,
): Promise<SimulatedConnection> {
  const answer = await connection.send({ segments: [helloOf(client, host)], enough: isTelling });
  if (answer.kind === 'hello') return connectionOf(client, answer);
  return { client: client.name, ...nothing, failure: unanswered(answer) };
}

/** A digest of how a server answers: equal for equal software and settings, whatever its certificates. */
function fingerprintOf(connections: readonly SimulatedConnection[]): string | null {
  if (connections.some(({ failure }) => failure?.reason === 'no-answer' && !failure.confirmed)) return null;
  const answers = connections.map(({ version, suite, extensions, protocol }) =>
    [version ?? '-', suite ?? '-', extensions.join(','), protocol ?? ''].join(' '),
  );
  return sha256Hex(answers.join('\n')).slice(0, 32);
}

/** Sends the hello of each recorded client and records how it is answered; deep mode only. */
export async function simulateClients(session: ScanSession): Promise<Learned> {
  if (!session.isDeep) return { facts: { clientSimulation: untested('deep-mode-only') } };
  const connections = await Promise.all(simulatedClients.map((client) => simulate(session, client)));
  const fingerprint = fingerprintOf(connections);
  return { facts: { clientSimulation: seen({ tableDate: simulatedClientsDate, connections, fingerprint }) } };
}
