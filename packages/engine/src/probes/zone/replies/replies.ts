import { type Observed, seen, unobserved } from '../../../evidence/observed.ts';
import type { ZoneReply } from '../../../evidence/zone/reply-schema.ts';
import type { ZoneAnswer } from '../../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../../net/authoritative/question.ts';
import { sha256Hex } from '../../../net/sha256.ts';
import { zoneLimits } from '../questions.data.ts';
import { contentOf, headOf } from './reply-content.ts';

/** Stores replies once, by the hash of their content. */
export interface ReplyStore {
  keep: (answer: DirectAnswer, askedName: string) => Observed<ZoneAnswer>;
  replies: Record<string, ZoneReply>;
}

/** A store that stops growing before evidence would be too large. */
export function createReplyStore(): ReplyStore {
  const replies: Record<string, ZoneReply> = {};
  let characters = 0;
  const idOf = (content: ZoneReply): string => {
    const text = JSON.stringify(content);
    const id = sha256Hex(text).slice(0, 12);
    if (replies[id] !== undefined) return id;
    const fits = characters + text.length <= zoneLimits.replyCharacters;
    const kept = fits || !content.readable ? content : headOf(content);
    characters += fits ? text.length : JSON.stringify(kept).length;
    replies[id] = kept;
    return id;
  };
  return {
    replies,
    keep: (answer, askedName) => {
      if (!answer.ok) return unobserved(answer.failure);
      const { bytes, questionBytes, roundTripMs, transport, truncated } = answer;
      const reply = idOf(contentOf(answer, askedName));
      return seen({ reply, transport, bytes, questionBytes, roundTripMs, truncated });
    },
  };
}
