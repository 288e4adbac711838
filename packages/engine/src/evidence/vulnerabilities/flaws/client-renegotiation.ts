import { z } from 'zod';
import { detailOf } from '../../failure-text.ts';
import { unknownBecause } from '../../observed.ts';
import { negotiation, negotiationLine, reaction, reactionText, type Reading } from '../exchange.ts';

/** One ClientHello inside an established connection. */
const renegotiationTry = z.object({
  completed: z.boolean(),
  /** The server's answer in place of a completed handshake. */
  answer: reaction,
  /** The server's reaction to a request after it ignored the hello; null: none was sent. */
  answerToRequest: reaction.nullable(),
  failure: unknownBecause.nullable(),
});
export type RenegotiationTry = z.infer<typeof renegotiationTry>;

/** Client-initiated renegotiations, one after the other on one connection (CVE-2011-1473). */
export const clientRenegotiationTest = z.object({
  negotiation,
  tries: z.array(renegotiationTry),
});
export type ClientRenegotiationTest = z.infer<typeof clientRenegotiationTest>;

/** Completed and attempted renegotiations. */
export const countRenegotiations = ({ tries }: ClientRenegotiationTest): { accepted: number; tried: number } => ({
  accepted: tries.filter(({ completed }) => completed).length,
  tried: tries.length,
});

function answerText({ completed, answer, answerToRequest, failure }: RenegotiationTry): string {
  if (completed) return 'a complete handshake';
  if (answerToRequest !== null)
    return `no answer to the ClientHello; a request after it was answered by ${reactionText(answerToRequest)}`;
  if (failure !== null) return detailOf(failure);
  const isEnd = answer[0]?.kind === 'closed' || answer[0]?.kind === 'reset';
  return `${isEnd ? 'connection ' : ''}${reactionText(answer)}`;
}

/** Client-initiated renegotiation without a limit: the server accepted every attempt. */
export function readClientRenegotiation(test: ClientRenegotiationTest): Reading {
  const { accepted, tried } = countRenegotiations(test);
  const lines = test.tries.map((one, index) => `Renegotiation ${index + 1}: ${answerText(one)}`);
  return { vulnerable: accepted === tried && tried > 1, lines: [negotiationLine(test.negotiation), ...lines] };
}
