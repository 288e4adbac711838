import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { helloOf, type SentHello } from '../../../tls/client/hello/legacy-hello.ts';
import type { Session } from '../../../tls/client/handshake.ts';
import type { Negotiated, Subject } from '../exchange/subject.ts';

/** A hello inside a session, with the extension of RFC 5746 if the server supports it. */
export function renegotiatingHello(
  { endpoint: { serverName } }: Subject,
  { version, suites }: Negotiated,
  before: Session,
): SentHello {
  const isSecure = before.flight.hello.extensions.has(extensionTypes.renegotiationInfo);
  return helloOf({ version, suites, serverName, renegotiation: isSecure ? before.clientVerifyData : null });
}
