import { z } from 'zod';
import { detailOf } from '../../failure-text.ts';
import { unknownBecause } from '../../observed.ts';
import { negotiation, negotiationLine, reaction, reactionText, type Reading } from '../exchange.ts';

/** One ClientHello inside an established connection. */
const renegotiationTry = z.object({
  completed: z.boolean(),
  /** What the server did instead of completing a handshake. */
  answer: reaction,
  /** What it did about a request after it had passed over the hello in silence; null: none was sent. */
  answerToRequest: reaction.nullable(),
  failure: unknownBecause.nullable(),
});
export type RenegotiationTry = z.infer<typeof renegotiationTry>;

/** Renegotiations that a client began, one after the other on one connection (CVE-2011-1473). */
export const clientRenegotiationTest = z.object({
  negotiation,
  tries: z.array(renegotiationTry),
});
export type ClientRenegotiationTest = z.infer<typeof clientRenegotiationTest>;

/** How many renegotiations were completed, of how many that were begun. */
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

/** Client-initiated renegotiation without a limit: all of several tries were accepted. */
export function readClientRenegotiation(test: ClientRenegotiationTest): Reading {
  const { accepted, tried } = countRenegotiations(test);
  const lines = test.tries.map((one, index) => `Renegotiation ${index + 1}: ${answerText(one)}`);
  return { vulnerable: accepted === tried && tried > 1, lines: [negotiationLine(test.negotiation), ...lines] };
}
