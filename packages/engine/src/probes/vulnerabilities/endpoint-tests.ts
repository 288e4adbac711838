import { type Observed, type UnknownBecause, unclear, unobserved, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { Reading } from '../../evidence/vulnerabilities/exchange.ts';
import { readCbcOracle } from '../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { countRenegotiations } from '../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import { readCrossName } from '../../evidence/vulnerabilities/flaws/cross-name.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { readHeartbleed } from '../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { readPoodleTls } from '../../evidence/vulnerabilities/flaws/poodle-tls.ts';
import { readRobot } from '../../evidence/vulnerabilities/flaws/robot.ts';
import { readTicketbleed } from '../../evidence/vulnerabilities/flaws/ticketbleed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import { abortFailure, startDeadline } from '../../net/deadline.ts';
import { userAgent } from '../../net/http/user-agent.ts';
import type { ProbeContext } from '../probe.ts';
import { testCbcOracle } from './oracles/cbc-oracle.ts';
import { testClientRenegotiation } from './sessions/client-renegotiation.ts';
import { testCrossName } from './sessions/cross-name.ts';
import { testEarlyCcs } from './handshake/early-ccs.ts';
import { heartbleedKnown, testHeartbleed } from './handshake/heartbleed.ts';
import { testPoodleTls } from './oracles/poodle-tls.ts';
import { testRobot } from './oracles/robot.ts';
import type { Subject } from './exchange/subject.ts';
import { testTicketbleed, ticketbleedKnown } from './handshake/ticketbleed.ts';

/** What an endpoint's tests fill in. */
type Facts = Omit<VulnerabilityEndpoint, 'address' | 'port' | 'serverName' | 'connections'>;

/** No test of one flaw takes longer, and all of one endpoint together no longer than this. */
const testTimeoutMs = 30_000;
const oracleTimeoutMs = 60_000;
const endpointTimeoutMs = 150_000;
/** So many tests that met nothing but silence, one after the other, and no more are made. */
const maxSilentTests = 2;

/** One test under its deadline: when the time is up, a finding is kept, and anything else is not known. */
async function within<T>(
  subject: Subject,
  { name, timeoutMs = testTimeoutMs }: { name: string; timeoutMs?: number },
  isFinding: (value: T) => boolean,
  run: (subject: Subject, signal: AbortSignal) => Promise<Observed<T>>,
): Promise<Observed<T>> {
  const { health } = subject;
  if (health.silentTests >= maxSilentTests) return unclear('timeout', 'silence-before', `${maxSilentTests}`);
  using deadline = startDeadline(subject.signal, { name, timeoutMs });
  const result = await run(subject, deadline.signal);
  const wasSilent = !result.known && result.failure.reason === 'timeout';
  if (wasSilent || result.known) health.silentTests = wasSilent ? health.silentTests + 1 : 0;
  if (!deadline.signal.aborted || !result.known || isFinding(result.value)) return result;
  return unobserved(abortFailure(deadline.signal));
}

/** Whether what was seen is a finding already. */
const finding =
  <T>(read: (value: T) => Reading) =>
  (value: T): boolean =>
    read(value).vulnerable;

const inDeepModeOnly = untested('deep-mode-only');

/** What the inventory alone says, for both modes. */
function factsWithoutConnections(subject: Subject): Facts {
  return {
    heartbleed: heartbleedKnown(subject) ?? inDeepModeOnly,
    earlyCcs: inDeepModeOnly,
    ticketbleed: ticketbleedKnown(subject) ?? inDeepModeOnly,
    robot: inDeepModeOnly,
    poodleTls: inDeepModeOnly,
    cbcOracle: inDeepModeOnly,
    clientRenegotiation: inDeepModeOnly,
    crossNameResumption: inDeepModeOnly,
  };
}

/** The padding oracles, which need most connections. */
async function oraclesOf(subject: Subject): Promise<Pick<Facts, 'robot' | 'poodleTls' | 'cbcOracle'>> {
  const timeoutMs = oracleTimeoutMs;
  return {
    robot: await within(subject, { name: 'ROBOT', timeoutMs }, finding(readRobot), testRobot),
    poodleTls: await within(subject, { name: 'POODLE over TLS' }, finding(readPoodleTls), testPoodleTls),
    cbcOracle: await within(subject, { name: 'CBC oracles', timeoutMs }, finding(readCbcOracle), testCbcOracle),
  };
}

/** One flaw after the other: a server that serves one connection at a time is not made to queue. */
async function factsOf(subject: Subject, otherNames: readonly string[]): Promise<Facts> {
  const { heartbleed, ticketbleed } = factsWithoutConnections(subject);
  return {
    heartbleed: heartbleed.known
      ? heartbleed
      : await within(subject, { name: 'Heartbleed' }, finding(readHeartbleed), testHeartbleed),
    earlyCcs: await within(subject, { name: 'Early ChangeCipherSpec' }, finding(readEarlyCcs), testEarlyCcs),
    ticketbleed: ticketbleed.known
      ? ticketbleed
      : await within(subject, { name: 'Ticketbleed' }, finding(readTicketbleed), testTicketbleed),
    ...(await oraclesOf(subject)),
    clientRenegotiation: await within(
      subject,
      { name: 'Renegotiation' },
      (test) => countRenegotiations(test).accepted > 0,
      testClientRenegotiation,
    ),
    crossNameResumption: await within(
      subject,
      { name: 'Resumption under another name' },
      finding(readCrossName),
      (one, signal) => testCrossName(one, otherNames, signal),
    ),
  };
}

const unreachable = (failure: UnknownBecause): Facts => {
  const gap = unobserved(failure);
  return {
    heartbleed: gap,
    earlyCcs: gap,
    ticketbleed: gap,
    robot: gap,
    poodleTls: gap,
    cbcOracle: gap,
    clientRenegotiation: gap,
    crossNameResumption: gap,
  };
};

/** All flaws of one endpoint; in standard mode only what the inventory answers without another connection. */
export async function testEndpoint(
  { dialer, signal, settings, target }: ProbeContext,
  endpoint: TlsEndpoint,
  otherNames: readonly string[],
): Promise<VulnerabilityEndpoint> {
  const { address, port, serverName } = endpoint;
  using deadline = startDeadline(signal, { name: 'Testing for flaws', timeoutMs: endpointTimeoutMs });
  const subject: Subject = {
    endpoint,
    dialer,
    signal: deadline.signal,
    userAgent: userAgent(settings.contactUrl),
    health: { consecutiveFailures: 0, connections: 0, silentTests: 0 },
  };
  const noTls: UnknownBecause = endpoint.unreachable ?? { reason: 'malformed', gap: 'no-tls-seen' };
  const facts = !endpoint.speaksTls
    ? unreachable(noTls)
    : target.scanMode === 'deep'
      ? await factsOf(subject, otherNames)
      : factsWithoutConnections(subject);
  return { address, port, serverName, ...facts, connections: subject.health.connections };
}
