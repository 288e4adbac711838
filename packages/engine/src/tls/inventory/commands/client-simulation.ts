import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { seen, untested, netFailed } from '../../../evidence/observed.ts';
import type { SimulatedConnection } from '../../../evidence/tls/schema.ts';
import { type ServerAnswer, versionNameOf } from '../../client/answer.ts';
import { type SimulatedClient, simulatedClients, simulatedClientsDate } from './client-simulation.data.ts';
import { codesOf, helloOf } from './simulated-hello.ts';
import type { Learned } from '../learned.ts';
import type { ScanSession } from '../scan-session.ts';
import { sha256Hex } from '../../../net/sha256.ts';
import { answerText } from '../../../evidence/tls/answer-text.ts';

/** The choice, and the key exchange if it follows in plaintext. */
function isTelling(flight: Flight): boolean {
  const { serverHello, serverKeyExchange, done } = flight;
  if (serverHello === null) return false;
  const hasExchange = cipherSuites.get(serverHello.suite)?.forwardSecrecy === true;
  return done || serverKeyExchange !== null || !hasExchange || serverHello.version >= wireVersions['TLSv1.3'];
}

const nothing = { version: null, suite: null, group: null, dhBits: null, protocol: null, extensions: [] };

type Hello = Extract<ServerAnswer, { kind: 'hello' }>;

function protocolOf({ echoes }: Hello): string | null {
  const answered = echoes.dataOf(extensionTypes.alpn);
  const data = answered.known ? answered.value : null;
  // ProtocolNameList with one name (RFC 7301 section 3.1): two octets of length, one of the name's.
  return data === null || data.length < 4 ? null : new TextDecoder('latin1').decode(data.subarray(3));
}

type Failure = SimulatedConnection['failure'];

/** Why a client would abort the handshake; null where it continues. */
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
    extensions: [...answer.echoes.types],
    failure: failureOf(client, answer, dhBits),
  };
}

function unanswered(answer: Exclude<ServerAnswer, Hello>): Failure {
  if (answer.kind === 'ssl2') return { reason: 'ssl2' };
  if (answer.kind === 'failed') return { reason: 'no-answer', failure: answer.failure, confirmed: answer.confirmed };
  if (answer.alert !== null) return { reason: 'alert', alert: answer.alert };
  return { reason: 'no-answer', failure: netFailed('closed', 'refused-by', answerText(answer.how)), confirmed: true };
}

async function simulate(
  { client: { connection }, host }: ScanSession,
  client: SimulatedClient,
): Promise<SimulatedConnection> {
  const { record, offer } = helloOf(client, host);
  const answer = await connection.send({ offer, segments: [record], enough: isTelling });
  if (answer.kind === 'hello') return connectionOf(client, answer);
  return { client: client.name, ...nothing, failure: unanswered(answer) };
}

/** A digest of a server's answers: equal for equal software and settings, whatever the certificates. */
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
