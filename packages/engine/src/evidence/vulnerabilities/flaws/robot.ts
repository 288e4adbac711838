import { premasterFlaws, premasterFlawText } from '@perimeter/protocols/tls/handshake/premaster-block';
import { z } from 'zod';
import { negotiation, negotiationLine, onlyText, reaction, reactionText, type Reading } from '../exchange.ts';

/** Malformed RSA-encrypted premaster secrets (RFC 5246 section 7.4.7.1), each on its own connection. */
export const robotTest = z.object({
  /** One for each version and suite that the server chose. */
  negotiations: z.array(negotiation),
  flows: z.array(
    z.object({
      /** full: ChangeCipherSpec and a random Finished follow the ClientKeyExchange; short: nothing follows. */
      flow: z.enum(['full', 'short']),
      /** How often the whole set was sent, each time with the same answers. */
      rounds: z.int(),
      variants: z.array(z.object({ flaw: z.enum(premasterFlaws), reaction })),
    }),
  ),
});
export type RobotTest = z.infer<typeof robotTest>;
type Flow = RobotTest['flows'][number];

/** Whether secrets can be distinguished, and how reliably. */
export type RobotStrength = 'alike' | 'weak-oracle' | 'strong-oracle';

const flowText: Readonly<Record<Flow['flow'], string>> = {
  full: 'followed by ChangeCipherSpec and a Finished of random bytes',
  short: 'followed by nothing',
};

const onlyAnswer = ({ variants }: Flow): string | null => onlyText(variants.map((one) => one.reaction));

/**
 * Strong where the server distinguishes invalid blocks from each other; weak where all blocks of invalid form look
 * alike, so that only rare valid ones are visible.
 */
export function robotStrength({ flows }: RobotTest): RobotStrength {
  const oracle = flows.find((flow) => onlyAnswer(flow) === null);
  if (oracle === undefined) return 'alike';
  const wrong = oracle.variants.filter(({ flaw }) => flaw !== 'none' && flaw !== 'wrong-version');
  return onlyText(wrong.map((one) => one.reaction)) === null ? 'strong-oracle' : 'weak-oracle';
}

function flowLines(flow: Flow): string[] {
  const answer = onlyAnswer(flow);
  const opening = `${flow.variants.length} ClientKeyExchange messages, ${flowText[flow.flow]}`;
  if (answer !== null) return [`${opening}: all answered by ${answer}`];
  return [
    `${opening}, ${flow.rounds} times with the same result:`,
    ...flow.variants.map(
      (one) => `ClientKeyExchange with ${premasterFlawText[one.flaw]}: ${reactionText(one.reaction)}`,
    ),
  ];
}

/** ROBOT: a malformed secret gets a different answer than a valid one. */
export function readRobot(test: RobotTest): Reading {
  const vulnerable = robotStrength(test) !== 'alike';
  const verdict = vulnerable
    ? 'The server distinguishes broken RSA padding from correct padding'
    : 'The server does not distinguish broken RSA padding from correct padding';
  const openings = [...new Set(test.negotiations.map(negotiationLine))];
  return { vulnerable, lines: [...openings, ...test.flows.flatMap(flowLines), verdict] };
}
