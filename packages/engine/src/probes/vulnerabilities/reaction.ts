import { alertText } from '@perimeter/protocols/tls/alert';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Conversation, Heard } from '../../tls/client/client.ts';

/** Silence after which nothing more is expected as an answer to a record; a slow server gets more time. */
const patienceMs = { least: 1_500, most: 6_000 } as const;
const patienceFactor = 4;
/** An end follows its alert at once, on a busy machine a little later. */
const settleMs = 1_000;
/** More than this no server says about one broken record. */
const maxEvents = 6;

function wordsOf(heard: Heard): string {
  switch (heard.kind) {
    case 'alert':
      return alertText(heard.alert);
    case 'message':
      return `handshake message ${heard.message.type}`;
    case 'change-cipher-spec':
      return 'ChangeCipherSpec';
    case 'data':
      return 'data';
    case 'heartbeat':
      return 'heartbeat';
    case 'unreadable':
      return `unreadable record of type ${heard.type}`;
    case 'closed':
    case 'reset':
    case 'silence':
      return heard.kind;
    default:
      return heard.failure.reason;
  }
}

/** What a server did about one thing we sent, in comparable words: "alert 20 bad_record_mac, closed". */
export interface Reaction {
  text: string;
  /** It answered with application data. */
  hasData: boolean;
  isSilent: boolean;
}

/** True for what ends a conversation. */
const isEnd = ({ kind }: Heard): boolean => kind === 'closed' || kind === 'reset' || kind === 'silence';

/** How long to wait for an answer of a server that has been so slow before. */
const patienceWith = ({ slowestMs }: Conversation): number =>
  Math.min(patienceMs.most, Math.max(patienceMs.least, patienceFactor * slowestMs));

/**
 * Hears all that a server does until it closes or falls silent. After an alert, FIN and RST are one: which of them comes
 * depends on what lay unread, not on what the server thought.
 */
export async function reactionOf(conversation: Conversation): Promise<Reaction | NetFailure> {
  const words: string[] = [];
  const firstWaitMs = patienceWith(conversation);
  for (let count = 0; count < maxEvents; count += 1) {
    const heard = await conversation.hear(words.length === 0 ? firstWaitMs : settleMs);
    if (heard.kind === 'failed' && heard.failure.reason !== 'malformed') return heard.failure;
    const afterAlert = words.some((word) => word.startsWith('alert'));
    const word = heard.kind === 'reset' && afterAlert ? 'closed' : wordsOf(heard);
    if (word === 'silence' && words.length > 0) words.push('left open');
    else if (word !== words.at(-1)) words.push(word);
    if (isEnd(heard) || heard.kind === 'failed') break;
  }
  return { text: words.join(', '), hasData: words.includes('data'), isSilent: words[0] === 'silence' };
}
