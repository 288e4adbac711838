import { toHex } from '@perimeter/protocols/bytes';
import {
  honestHeartbeat,
  overlongHeartbeat,
  paddinglessHeartbeat,
  heartbeatHeaderBytes,
} from '@perimeter/protocols/tls/records/heartbeat';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import type { HeartbeatRequest } from '../../../evidence/vulnerabilities/flaws/heartbleed.ts';
import type { RecordClient } from '../../../tls/client/record-client.ts';
import { actOf } from '../exchange/reaction.ts';

const payload = new TextEncoder().encode('perimeter-audit!');
/** By how many bytes the last request claims more than the message contains. */
const excessBytes = 16;
const patienceMs = 1_500;

const requests = {
  honest: { message: honestHeartbeat(payload), claimedBytes: payload.length },
  'claims-padding': { message: paddinglessHeartbeat(payload), claimedBytes: payload.length + excessBytes },
  'claims-excess': { message: overlongHeartbeat(payload, excessBytes), claimedBytes: payload.length + excessBytes },
} as const;

/** Sends one heartbeat message; only the length of the answer is used. */
async function beat(client: RecordClient, kind: HeartbeatRequest['kind']): Promise<HeartbeatRequest> {
  const { message, claimedBytes } = requests[kind];
  client.write(client.encode(contentTypes.heartbeat, message));
  const answer = actOf(await client.receive(patienceMs));
  return { kind, claimedBytes, suppliedBytes: message.length - heartbeatHeaderBytes, sent: toHex(message), answer };
}

/** True for a heartbeat that got a heartbeat answer. */
export const isAnswered = ({ answer }: HeartbeatRequest): boolean => answer.kind === 'heartbeat';

/**
 * Three requests: an honest one as control; one that claims its own padding, so that a vulnerable server only returns
 * our data; and only if that was answered, one that claims 16 bytes more than the message contains.
 */
export async function sendHeartbeats(client: RecordClient): Promise<HeartbeatRequest[]> {
  const mild = [await beat(client, 'honest'), await beat(client, 'claims-padding')];
  const isTrusted = mild.at(-1)?.answer.kind === 'heartbeat';
  return isTrusted ? [...mild, await beat(client, 'claims-excess')] : mild;
}
