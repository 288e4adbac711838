import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { ProbeContext } from '../probe.ts';
import type { Subject } from './exchange/subject.ts';
import type { Facts } from './facts.ts';
import { testHandshakes } from './handshake/handshake-tests.ts';
import { testOracles } from './oracles/oracle-tests.ts';
import { testSessions } from './sessions/session-tests.ts';
import { factsWithout, factsWithoutConnections } from './without-tests.ts';

/** Time limit for all tests of one endpoint together. */
const endpointTimeoutMs = 150_000;

/** Tests flaws sequentially, so that a server with one connection at a time builds no queue. */
async function factsOf(subject: Subject, otherNames: readonly string[]): Promise<Facts> {
  const handshakes = await testHandshakes(subject, factsWithoutConnections(subject));
  const oracles = await testOracles(subject);
  return { ...handshakes, ...oracles, ...(await testSessions(subject, otherNames)) };
}

/** All flaws of one endpoint; in standard mode only those that the inventory answers without a connection. */
export async function testEndpoint(
  { dialer, http, signal, target }: ProbeContext,
  endpoint: Subject['endpoint'],
  otherNames: readonly string[],
): Promise<VulnerabilityEndpoint> {
  const { address, port, serverName } = endpoint;
  using deadline = startDeadline(signal, { name: 'test-flaws()', timeoutMs: endpointTimeoutMs });
  const subject: Subject = {
    endpoint,
    dialer,
    signal: deadline.signal,
    userAgent: http.userAgent,
    health: { consecutiveFailures: 0, connections: 0, silentTests: 0 },
  };
  const facts = !endpoint.speaksTls
    ? factsWithout(endpoint.unreachable ?? { reason: 'malformed', gap: 'no-tls-seen' })
    : target.scanMode === 'deep'
      ? await factsOf(subject, otherNames)
      : factsWithoutConnections(subject);
  return { address, port, serverName, ...facts, connections: subject.health.connections };
}
