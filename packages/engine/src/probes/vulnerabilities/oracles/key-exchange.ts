import { randomBytes } from 'node:crypto';
import { concat } from '@perimeter/protocols/bytes';
import { noCertificate, rsaKeyExchange } from '@perimeter/protocols/tls/handshake/client-key-exchange';
import { contentTypes, encodeRecord } from '@perimeter/protocols/tls/records/record';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { RobotTest } from '../../../evidence/vulnerabilities/flaws/robot.ts';
import type { FirstFlight } from '../../../tls/client/first-flight.ts';
import { changeCipherSpec } from '../../../tls/client/handshake.ts';
import type { Met } from '../exchange/subject.ts';

/** What follows the secret: a complete second flight, or only the ClientKeyExchange. */
export type Flow = RobotTest['flows'][number]['flow'];

/** Of the length of an encrypted Finished, so that only its content is wrong. */
function randomFinished({ hello, sent }: FirstFlight): Uint8Array {
  const suite = cipherSuites.get(hello.suite);
  const hasIv = sent.version >= wireVersions['TLSv1.1'];
  const bytes = suite?.mode === 'CBC' ? (hasIv ? 64 : 48) : suite?.mode === 'GCM' ? 40 : 36;
  return new Uint8Array(randomBytes(bytes));
}

/** Sends a premaster secret, and what follows it. */
export function sendExchange({ client, flight }: Met, secret: Uint8Array, flow: Flow): void {
  const message = rsaKeyExchange(secret);
  const handshake = flight.wantsCertificate ? concat([noCertificate, message]) : message;
  const { version } = flight.sent;
  client.write(
    encodeRecord(contentTypes.handshake, version, handshake),
    ...(flow === 'short'
      ? []
      : [
          encodeRecord(contentTypes.changeCipherSpec, version, changeCipherSpec),
          encodeRecord(contentTypes.handshake, version, randomFinished(flight)),
        ]),
  );
}
