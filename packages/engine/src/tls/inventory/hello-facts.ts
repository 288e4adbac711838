import { isAnonymous } from '@perimeter/protocols/tls/registry/classify';
import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { hasDowngradeSentinel } from '@perimeter/protocols/tls/handshake/server-hello';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type Observed, seen, unclear, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { ServerAnswer } from '../client/answer.ts';
import type { PartialHandshake } from '../client/encrypted-flight.ts';
import type { HelloAnswer } from './negotiated.ts';

const notShown = untested('shown-by-no-version');

/** Servers that show no certificate ask for none either (RFC 5246 section 7.4.4). */
function requestsCertificate({ hello, flight }: HelloAnswer): Observed<boolean> {
  const suite = cipherSuites.get(hello.suite);
  if (suite !== undefined && (isAnonymous(suite) || suite.authentication === 'PSK'))
    return untested('no-certificate-shown');
  return flight.done ? seen(flight.certificateRequest !== null) : unclear('closed', 'flight-cut');
}

/** What an answer of the best version up to TLS 1.2 showed beside its choice, as far as its hello asked. */
export function legacyFacts(answer: HelloAnswer | null): Partial<TlsEndpoint> {
  if (answer === null) {
    return {
      compression: notShown,
      secureRenegotiation: notShown,
      extendedMasterSecret: notShown,
      encryptThenMac: notShown,
      heartbeat: notShown,
      npn: notShown,
    };
  }
  const { echoes, flight, status } = answer;
  return {
    compression: echoes.compression,
    secureRenegotiation: echoes.has(extensionTypes.renegotiationInfo),
    extendedMasterSecret: echoes.has(extensionTypes.extendedMasterSecret),
    heartbeat: echoes.has(extensionTypes.heartbeat),
    npn: echoes.has(extensionTypes.nextProtocolNegotiation),
    ocspStapled: status.known ? seen(status.value !== null) : status,
    sctExtension:
      flight.certificates === null
        ? untested('no-certificate-shown')
        : echoes.has(extensionTypes.signedCertificateTimestamp),
    requestsClientCertificate: requestsCertificate(answer),
  };
}

/** What a partial handshake of TLS 1.3 showed; it goes before what an older version showed. */
export function partialHandshakeFacts(partial: PartialHandshake | null): Partial<TlsEndpoint> {
  if (partial === null) return {};
  const [leaf] = partial.certificates;
  const asked = (type: number, isThere: boolean): Observed<boolean> =>
    partial.offer.extensions.has(type) ? seen(isThere) : untested('not-offered');
  return {
    ocspStapled: asked(extensionTypes.statusRequest, leaf !== undefined && leaf.ocspResponse !== null),
    sctExtension: asked(extensionTypes.signedCertificateTimestamp, leaf?.hasTimestamps === true),
    requestsClientCertificate: seen(partial.requestsClientCertificate),
  };
}

/** The downgrade sentinel in the answer to a TLS 1.2 hello, where the server accepts TLS 1.3 (RFC 9846 section 4.2.3). */
export function downgradeSentinelOf(answer: ServerAnswer | undefined, has13: boolean): Observed<boolean> {
  if (!has13) return untested('sent-by-tls13-only');
  if (answer?.kind !== 'hello' || answer.hello.version !== wireVersions['TLSv1.2']) {
    return untested('no-tls12-beside-tls13');
  }
  return seen(hasDowngradeSentinel(answer.hello.random));
}
