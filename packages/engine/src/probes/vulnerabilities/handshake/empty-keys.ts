import { finishedMessage, noCertificate } from '@perimeter/protocols/tls/handshake/client-key-exchange';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import type { EarlyCcsTest } from '../../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { isFailure, type FirstFlight } from '../../../tls/client/first-flight.ts';
import { algorithmsFor, changeCipherSpec, randomsOf } from '../../../tls/client/handshake.ts';
import { agree } from '../../../tls/client/key-agreement.ts';
import { connectionKeys, masterSecret, verifyData } from '../../../tls/client/keys/key-derivation.ts';
import { sealerFor } from '../../../tls/client/keys/record-protection.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';

/** Sends a premature ChangeCipherSpec. */
export function sendChange(client: RecordClient): void {
  client.write(client.encode(contentTypes.changeCipherSpec, changeCipherSpec));
}

/** The messages that an affected OpenSSL's Finished covers: all since 1.0.1, earlier only those before the early change. */
export type FinishedOver = EarlyCcsTest['emptyKeys'][number]['finishedOver'];

/** Completes a handshake with keys from an empty master secret, as an affected server has them. */
export function restUnderNoKeys(
  client: RecordClient,
  flight: FirstFlight,
  finishedOver: FinishedOver,
): UnknownBecause | null {
  const negotiated = algorithmsFor(flight);
  if (isFailure(negotiated)) return negotiated;
  const agreed = agree(flight);
  if (isFailure(agreed)) return agreed;
  const { algorithms, prf } = negotiated;
  const nothing = new Uint8Array(0);
  const keys = connectionKeys(prf, algorithms, nothing, randomsOf(flight));
  const messages = flight.wantsCertificate ? [noCertificate, agreed.message] : [agreed.message];
  const isLater = finishedOver === 'all-messages';
  const verify = isLater
    ? verifyData(prf, 'client', masterSecret(prf, agreed.premaster, randomsOf(flight)), [
        ...flight.transcript,
        ...messages,
      ])
    : verifyData(prf, 'client', nothing, flight.transcript);
  sendChange(client);
  client.protectWriting(sealerFor(algorithms, keys.client, prf.version));
  const records = [...messages, finishedMessage(verify)];
  client.write(...records.map((message) => client.encode(contentTypes.handshake, message)));
  return null;
}
