import { isCurveBased, isFiniteField } from '@perimeter/protocols/tls/registry/classify';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { PlatformRequest } from '../client/platform-handshake.ts';
import type { TlsClient } from '../client/tls-client.ts';
import type { EndpointPlan } from './endpoint-plan.ts';
import type { Transcript } from './observed/transcript.ts';

/** The input of every scan command; a command does not modify it and returns what it learned. */
export interface ScanSession {
  host: string;
  isDeep: boolean;
  /** The audit's clock in epoch milliseconds. */
  nowMs: number;
  signal: AbortSignal;
  client: TlsClient;
  /** The complete inventory with which this endpoint is compared. */
  reference?: EndpointPlan['reference'];
  /** What a web server is asked that sent no ticket; absent: another service. */
  lastQuestion?: NonNullable<PlatformRequest['lastQuestion']>;
  /** What the answers so far showed beside what their hellos asked for; the client writes it. */
  transcript: Transcript;
}

/** All that a server sends in clear. */
export const untilDone = (flight: Flight): boolean =>
  flight.done || (flight.serverHello !== null && flight.serverHello.version >= wireVersions['TLSv1.3']);

/** The ServerHello, the key exchange where there is one, and the chain where none of its kind was seen. */
export const untilTelling =
  ({ transcript }: ScanSession) =>
  (flight: Flight): boolean => {
    const hello = flight.serverHello;
    if (hello === null) return false;
    const suite = cipherSuites.get(hello.suite);
    if (flight.done || suite === undefined || hello.version >= wireVersions['TLSv1.3']) return true;
    const isEphemeral = (isCurveBased(suite) || isFiniteField(suite)) && suite.forwardSecrecy;
    const wantsChain = suite.authentication !== 'anon' && !transcript.hasChainFor(hello.suite);
    return (flight.serverKeyExchange !== null || !isEphemeral) && (flight.certificates !== null || !wantsChain);
  };
