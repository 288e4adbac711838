import type { GapCode, NetFailure, UnknownBecause } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type Dialer, firstConnectTimeoutMs } from '../../../net/dialer.ts';
import { type Offer, type OfferedVersion, helloOf, offeredVersions } from '../../../tls/client/hello/legacy-hello.ts';
import { type RecordClient, openRecordClient } from '../../../tls/client/record-client.ts';
import { type FirstFlight, startHandshake, isFailure } from '../../../tls/client/first-flight.ts';
import { isSupported } from '../../../tls/client/keys/suite-algorithms.ts';

/** One endpoint under test: its inventory, and network access. */
export interface Subject {
  endpoint: TlsEndpoint;
  /** The audit's dialer, whose budget includes connections of other probes to the endpoint. */
  dialer: Dialer;
  signal: AbortSignal;
  /** The User-Agent for requests. */
  userAgent: string;
  health: Health;
}

/** How the endpoint has responded to the tests so far. */
export interface Health {
  consecutiveFailures: number;
  connections: number;
  /** Consecutive tests that ended in silence. */
  silentTests: number;
}

/** An accepted version up to TLS 1.2 with its accepted suites. */
export interface Negotiated {
  version: OfferedVersion;
  wire: number;
  suites: readonly number[];
}

/** Consecutive connections without a ServerHello after which the endpoint is no longer tested. */
const maxConsecutiveFailures = 4;
/** The same, with the time limit of a ServerHello, where the inventory already ended without an answer. */
const hanging = { maxConsecutiveFailures: 2, timeoutMs: 3_000 } as const;

/** Accepted versions up to TLS 1.2, newest first. */
export const negotiableVersions = ({ versions }: TlsEndpoint): Negotiated[] =>
  offeredVersions.flatMap((version) => {
    const found = versions.find((candidate) => candidate.version === version);
    const isAccepted = found !== undefined && found.accepted.known && found.accepted.value;
    return isAccepted ? [{ version, wire: wireVersions[version], suites: found.suites }] : [];
  });

/** Some appliances do not support more suites in a hello. */
const maxSuites = 40;

const isEphemeral = (suite: number): boolean => cipherSuites.get(suite)?.forwardSecrecy === true;

/** Finite-field exchanges are the most expensive, and weak primes cannot be computed here: they are a last resort. */
function offerable(suites: readonly number[]): number[] {
  const others = suites.filter((suite) => cipherSuites.get(suite)?.keyExchange !== 'DHE');
  const offered = others.length > 0 ? others : suites;
  // Static RSA causes the most problems: h2o lists it and then closes.
  return [...offered.filter(isEphemeral), ...offered.filter((suite) => !isEphemeral(suite))].slice(0, maxSuites);
}

/** The newest TLS version with a suite that satisfies the condition, with those suites; null where there is none. */
export function newestWith(endpoint: TlsEndpoint, satisfies: (suite: number) => boolean): Negotiated | null {
  const candidates = negotiableVersions(endpoint)
    .filter(({ version }) => version !== 'SSLv3')
    .map((negotiated) => ({ ...negotiated, suites: offerable(negotiated.suites.filter(satisfies)) }));
  return candidates.find(({ suites }) => suites.length > 0) ?? null;
}

/** Suites of a version in the preferred order of offers: those with which a handshake can complete first. */
export const suitesToOffer = ({ suites }: Negotiated): number[] =>
  [...suites.filter(isSupported), ...suites.filter((suite) => !isSupported(suite))].slice(0, maxSuites);

/** Why no handshake is possible: every suite needs a secret that only the server's own clients have, or the given reason. */
export function withoutHandshake(endpoint: TlsEndpoint, otherwise: GapCode): GapCode {
  const suites = negotiableVersions(endpoint).flatMap(({ suites: codes }) => codes);
  const isSecret = suites.every((code) => cipherSuites.get(code)?.keyExchange.includes('PSK') === true);
  return suites.length > 0 && isSecret ? 'pre-shared-keys-only' : otherwise;
}

/** The newest TLS version in which a complete handshake is possible. */
export const newestSupported = (endpoint: TlsEndpoint): Negotiated | null => newestWith(endpoint, isSupported);

/** True when every version is known and none up to TLS 1.2 was accepted. */
export const speaksOnlyTls13 = ({ versions, controlPassed }: TlsEndpoint): boolean =>
  controlPassed &&
  versions.some(({ version, accepted }) => version === 'TLSv1.3' && accepted.known && accepted.value) &&
  offeredVersions.every((name) => {
    const accepted = versions.find(({ version }) => version === name)?.accepted;
    return accepted?.known === true && !accepted.value;
  });

/** A client with the server's first flight. */
export interface Met {
  client: RecordClient;
  flight: FirstFlight;
}

async function meet(subject: Subject, offer: Offer, signal: AbortSignal): Promise<Met | NetFailure> {
  const { dialer, endpoint, health } = subject;
  const { address, port } = endpoint;
  health.connections += 1;
  const dialed = await dialer.connect(
    { address, port, host: offer.serverName },
    { signal, timeoutMs: firstConnectTimeoutMs },
  );
  if (!dialed.ok) return dialed.failure;
  const client = openRecordClient(dialed.socket, signal);
  const flight = await startHandshake(client, helloOf(offer), endpoint.controlPassed ? undefined : hanging.timeoutMs);
  if (!isFailure(flight)) return { client, flight };
  client.close();
  return flight;
}

const isField = (suite: number): boolean => cipherSuites.get(suite)?.keyExchange === 'DHE';

/** Starts a handshake; a server that refuses previously accepted DHE suites may require named groups. */
async function meetByField(subject: Subject, offer: Offer, signal: AbortSignal): Promise<Met | NetFailure> {
  const met = await meet(subject, offer, signal);
  const isRefused = isFailure(met) && met.reason === 'tls' && offer.suites.every(isField);
  return isRefused ? meet(subject, { ...offer, namesFields: true }, signal) : met;
}

const isDistress = ({ reason }: NetFailure): boolean =>
  reason === 'refused' || reason === 'timeout' || reason === 'reset' || reason === 'closed';

/** Opens a connection and sends a hello that the server is known to answer; retries once after a network failure. */
export async function meetWith(subject: Subject, offer: Offer, signal: AbortSignal): Promise<Met | UnknownBecause> {
  const { health, endpoint } = subject;
  if (endpoint.rawPublicKeys === true) return { reason: 'tls', gap: 'raw-public-key' };
  const limit = endpoint.controlPassed ? maxConsecutiveFailures : hanging.maxConsecutiveFailures;
  if (health.consecutiveFailures >= limit) {
    return { reason: 'rate-limited', gap: 'unanswered-connections', values: [`${limit}`] };
  }
  const first = await meetByField(subject, offer, signal);
  const met = isFailure(first) && isDistress(first) && !signal.aborted ? await meet(subject, offer, signal) : first;
  const failed = isFailure(met) && isDistress(met) && !signal.aborted;
  health.consecutiveFailures = failed ? health.consecutiveFailures + 1 : 0;
  if (failed) subject.dialer.slowDown(subject.endpoint);
  return met;
}
