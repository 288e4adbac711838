import type { NetFailure } from '../../evidence/observed.ts';
import { actText, type Reaction, type ServerAct } from '../../evidence/vulnerabilities/exchange.ts';
import type { Conversation, Heard } from '../../tls/client/client.ts';

/** Silence after which nothing more is expected as an answer to a record; a slow server gets more time. */
const patienceMs = { least: 1_500, most: 6_000 } as const;
const patienceFactor = 4;
/** An end follows its alert at once, on a busy machine a little later. */
const settleMs = 1_000;
/** More than this no server says about one broken record. */
const maxEvents = 6;

/** What was heard, as evidence: kinds and code points, no content. */
export function actOf(heard: Heard): ServerAct {
  switch (heard.kind) {
    case 'alert':
      return { kind: 'alert', level: heard.alert.level, description: heard.alert.description };
    case 'message':
      return { kind: 'message', type: heard.message.type };
    case 'heartbeat':
      return { kind: 'heartbeat', bytes: heard.bytes };
    case 'unreadable':
      return { kind: 'unreadable', type: heard.type };
    case 'failed':
      return { kind: 'failed', reason: heard.failure.reason };
    default:
      return { kind: heard.kind };
  }
}

/** True for what ends a conversation. */
const isEnd = ({ kind }: Heard): boolean => kind === 'closed' || kind === 'reset' || kind === 'silence';

/** How long to wait for an answer of a server that has been so slow before. */
const patienceWith = ({ slowestMs }: Conversation): number =>
  Math.min(patienceMs.most, Math.max(patienceMs.least, patienceFactor * slowestMs));

/** The act that stands in a reaction for what was heard after these. */
function nextAct(heard: Heard, before: readonly ServerAct[]): ServerAct {
  if (heard.kind === 'reset' && before.some(({ kind }) => kind === 'alert')) return { kind: 'closed' };
  return heard.kind === 'silence' && before.length > 0 ? { kind: 'left-open' } : actOf(heard);
}

/**
 * Hears all that a server does until it closes or falls silent. After an alert, FIN and RST are one: which of them comes
 * depends on what lay unread, not on what the server thought. The same act several times in a row is kept once.
 */
export async function reactionOf(conversation: Conversation): Promise<Reaction | NetFailure> {
  const acts: ServerAct[] = [];
  const firstWaitMs = patienceWith(conversation);
  for (let count = 0; count < maxEvents; count += 1) {
    const heard = await conversation.hear(acts.length === 0 ? firstWaitMs : settleMs);
    if (heard.kind === 'failed' && heard.failure.reason !== 'malformed') return heard.failure;
    const act = nextAct(heard, acts);
    const last = acts.at(-1);
    if (last === undefined || actText(last) !== actText(act)) acts.push(act);
    if (isEnd(heard) || heard.kind === 'failed') break;
  }
  return acts;
}
