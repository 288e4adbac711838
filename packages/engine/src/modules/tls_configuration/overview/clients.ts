import { alertText } from '@perimeter/protocols/tls/records/alert';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { inconclusive, informational, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { testsslLine } from '../../../catalogue/reproduce.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { SimulatedConnection, TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { aboveSsl2 } from '../../derive/subjects/tls-endpoints.ts';

type Simulation = Extract<NonNullable<TlsEndpoint['clientSimulation']>, { known: true }>['value'];

/** Judges the simulation if it was run. */
const judgeSimulation =
  (judge: (simulation: Simulation, endpoint: TlsEndpoint) => Verdict) =>
  (endpoint: TlsEndpoint): Verdict => {
    const { clientSimulation: simulation } = endpoint;
    if (simulation === undefined) return openBy('no-client-simulated');
    return simulation.known ? judge(simulation.value, endpoint) : inconclusive(simulation.failure);
  };

function exchangeOf({ group, dhBits }: SimulatedConnection): string[] {
  if (group !== null) return [namedGroups.get(group)?.name ?? `group ${group}`];
  return dhBits === null ? [] : [`DH ${dhBits} bits`];
}

/** unknown: the endpoint did not answer, and this hello may not be the cause. */
function outcomeOf({ failure }: SimulatedConnection): 'connects' | 'fails' | 'unknown' {
  if (failure === null) return 'connects';
  return failure.reason === 'no-answer' && !failure.confirmed ? 'unknown' : 'fails';
}

/** Why a client cannot connect, in words. */
function reasonOf({ failure, version, suite, dhBits }: SimulatedConnection): string {
  switch (failure?.reason) {
    case 'version-not-offered':
      return `The server answered with ${version ?? 'an unknown version'}, which the client did not offer`;
    case 'suite-not-offered':
      return `The server chose ${suiteName(suite ?? 0)}, which the client did not offer`;
    case 'ssl2':
      return 'The server answered in SSL 2.0';
    case 'dh-too-large':
      return `The server sent a Diffie-Hellman prime of ${dhBits} bits, and the client takes ${failure.maxDhBits} at most`;
    case 'alert':
      return alertText({ level: 2, description: failure.alert });
    case 'no-answer':
      return detailOf(failure.failure);
    case undefined:
      return '';
  }
}

/** One line of the table: client, then the negotiated parameters or the failure. */
function lineOf(connection: SimulatedConnection): string {
  const { client, failure, version, suite, protocol } = connection;
  if (failure !== null) return `${client}: ${outcomeOf(connection)}, ${reasonOf(connection)}`;
  const words = [
    version ?? '',
    suite === null ? '' : suiteName(suite),
    ...exchangeOf(connection),
    ...(protocol === null ? [] : [protocol]),
  ];
  return `${client}: ${words.join(' ')}`;
}

const listOf = (connections: readonly SimulatedConnection[]): string =>
  connections.map(({ client }) => client).join(', ');

export const tlsClientSim = checkOf(aboveSsl2, {
  id: 'tls-client-sim',
  title: 'Client compatibility',
  finding: 'Client handshake simulation',
  mode: 'deep',
  judge: judgeSimulation(({ connections, tableDate }, endpoint) => {
    const failed = connections.filter((one) => outcomeOf(one) === 'fails');
    const open = connections.filter((one) => outcomeOf(one) === 'unknown');
    const count = connections.length - failed.length - open.length;
    const losing = failed.length === 0 ? '' : ` Not: ${listOf(failed)}.`;
    const without = open.length === 0 ? '' : ` No response to: ${listOf(open)}.`;
    return informational({
      description: `${count} of ${connections.length} clients connect.${losing}${without} Certificates are not considered. The recorded hellos date from ${tableDate}.`,
      evidence: [connections.map(lineOf), testsslLine(endpoint, '--client-simulation')],
    });
  }),
});

export const tlsFingerprint = checkOf(aboveSsl2, {
  id: 'tls-fingerprint',
  title: 'TLS server fingerprint',
  finding: 'TLS fingerprint (JARM-like)',
  mode: 'deep',
  judge: judgeSimulation(({ fingerprint: digest, connections, tableDate }) =>
    digest === null
      ? openBy('hellos-unanswered')
      : informational({
          description: `The server's responses to ${connections.length} recorded hellos (versions, suites, extensions and their order, protocols) have the fingerprint ${digest}. Servers with the same software and settings have the same fingerprint.`,
          evidence: `Fingerprint ${digest}, hellos of ${tableDate}`,
          subject: digest,
        }),
  ),
});
