import type { NetFailure } from '../../../evidence/observed.ts';
import { actText, type Reaction, type ServerAct } from '../../../evidence/vulnerabilities/exchange.ts';
import type { RecordClient, Received } from '../../../tls/client/record-client.ts';

/** Silence after which nothing more is expected as an answer to a record; a slow server gets more time. */
const patienceMs = { least: 1_500, most: 6_000 } as const;
const patienceFactor = 4;
/** An end follows its alert at once, on a busy machine a little later. */
const settleMs = 1_000;
/** More than this no server says about one broken record. */
const maxEvents = 6;

/** What was received, as evidence: kinds and code points, no content. */
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

/** True for what ends a client. */
const isEnd = ({ kind }: Received): boolean => kind === 'closed' || kind === 'reset' || kind === 'silence';

/** How long to wait for an answer of a server that has been so slow before. */
const patienceWith = ({ slowestMs }: RecordClient): number =>
  Math.min(patienceMs.most, Math.max(patienceMs.least, patienceFactor * slowestMs));

/** The act that stands in a reaction for what was received after these. */
function nextAct(received: Received, before: readonly ServerAct[]): ServerAct {
  if (received.kind === 'reset' && before.some(({ kind }) => kind === 'alert')) return { kind: 'closed' };
  return received.kind === 'silence' && before.length > 0 ? { kind: 'left-open' } : actOf(received);
}

/**
 * Hears all that a server does until it closes or falls silent. After an alert, FIN and RST are one: which of them comes
 * depends on what lay unread, not on what the server thought. The same act several times in a row is kept once.
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
