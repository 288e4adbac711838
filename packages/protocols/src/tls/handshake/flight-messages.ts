import { ProtocolError } from '../../protocol-error.ts';
import { cipherSuites } from '../registry/suites.ts';
import { decodeCertificates, decodeCertificateStatus } from './certificate.ts';
import { decodeCertificateRequest } from './certificate-request.ts';
import { showsRawKey } from './extensions.ts';
import type { Flight } from './flight-state.ts';
import { type HandshakeMessage, handshakeTypes } from './handshake.ts';
import { decodeServerHello } from './server-hello.ts';
import { decodeServerKeyExchange } from './server-key-exchange.ts';

/** Takes a message of a server's first flight into it; throws ProtocolError on one that is malformed or not due. */
export function takeMessage(flight: Flight, { type, body, whole }: HandshakeMessage): void {
  if (type === handshakeTypes.serverHello) {
    if (flight.serverHello !== null) throw new ProtocolError('second-server-hello', 0);
    flight.serverHello = decodeServerHello(body);
    flight.serverHelloMessage = whole;
    return;
  }
  const hello = flight.serverHello;
  if (hello === null) throw new ProtocolError('handshake-message-before-server-hello', 0, type);
  if (type === handshakeTypes.certificate)
    flight.certificates = showsRawKey(hello.extensions) ? [] : decodeCertificates(body);
  else if (type === handshakeTypes.certificateStatus) flight.ocspResponse = decodeCertificateStatus(body);
  else if (type === handshakeTypes.serverKeyExchange) {
    flight.serverKeyExchange = decodeServerKeyExchange(body, cipherSuites.get(hello.suite), hello.version);
  } else if (type === handshakeTypes.certificateRequest) {
    flight.certificateRequest = decodeCertificateRequest(body, hello.version);
  } else if (type === handshakeTypes.serverHelloDone) flight.done = true;
}
