import { contentTypes } from '@perimeter/protocols/tls/records/record';
import type { UnknownBecause } from '../../../evidence/observed.ts';
import { isSilent, type Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { requestFor } from '../exchange/http-request.ts';
import { reactionOf } from '../exchange/reaction.ts';
import type { Subject } from '../exchange/subject.ts';

/** Sends a request after silence to a hello: an answer shows that the server ignored the hello. */
export async function answerToRequest(client: RecordClient, subject: Subject): Promise<Reaction | UnknownBecause> {
  const request = requestFor(subject.endpoint.serverName, subject.userAgent);
  client.write(client.encode(contentTypes.applicationData, request));
  const reaction = await reactionOf(client);
  return !isFailure(reaction) && isSilent(reaction) ? { reason: 'timeout', gap: 'silent-to-renegotiation' } : reaction;
}
