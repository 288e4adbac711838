import type { NetFailure } from '../../../evidence/observed.ts';
import { actText, type Reaction, type ServerAct } from '../../../evidence/vulnerabilities/exchange.ts';
import type { RecordClient, Received } from '../../../tls/client/record-client.ts';

/** Silence after which no further answer to a record is expected; longer for slow servers. */
const patienceMs = { least: 1_500, most: 6_000 } as const;
const patienceFactor = 4;
/** Wait for the end of the connection after an alert. */
const settleMs = 1_000;
/** No server sends more events about one malformed record. */
const maxEvents = 6;

/** A received event as evidence: kinds and code points, no content. */
export function actOf(received: Received): ServerAct {
  switch (received.kind) {
    case 'alert':
      return { kind: 'alert', level: received.alert.level, description: received.alert.description };
    case 'message':
      return { kind: 'message', type: received.message.type };
    case 'heartbeat':
      return { kind: 'heartbeat', bytes: received.bytes };
    case 'unreadable':
      return { kind: 'unreadable', type: received.type };
    case 'failed':
      return { kind: 'failed', reason: received.failure.reason };
    default:
      return { kind: received.kind };
  }
}

/** True for events that end a connection. */
const isEnd = ({ kind }: Received): boolean => kind === 'closed' || kind === 'reset' || kind === 'silence';

/** Time limit for an answer, adapted to the server's earlier speed. */
const patienceWith = ({ slowestMs }: RecordClient): number =>
  Math.min(patienceMs.most, Math.max(patienceMs.least, patienceFactor * slowestMs));

/** The act for a received event after these acts. */
function nextAct(received: Received, before: readonly ServerAct[]): ServerAct {
  if (received.kind === 'reset' && before.some(({ kind }) => kind === 'alert')) return { kind: 'closed' };
  return received.kind === 'silence' && before.length > 0 ? { kind: 'left-open' } : actOf(received);
}

/**
 * Collects all acts of a server until it closes or stops sending. After an alert, FIN and RST count as the same: which
 * one comes depends on unread data. Repeated acts are stored once.
 */
export async function reactionOf(client: RecordClient): Promise<Reaction | NetFailure> {
  const acts: ServerAct[] = [];
  const firstWaitMs = patienceWith(client);
  for (let count = 0; count < maxEvents; count += 1) {
    const received = await client.receive(acts.length === 0 ? firstWaitMs : settleMs);
    if (received.kind === 'failed' && received.failure.reason !== 'malformed') return received.failure;
    const act = nextAct(received, acts);
    const last = acts.at(-1);
    if (last === undefined || actText(last) !== actText(act)) acts.push(act);
    if (isEnd(received) || received.kind === 'failed') break;
  }
  return acts;
}
