import { z } from 'zod';
import { actText, negotiation, negotiationLine, type Reading, type ServerAct, serverAct } from '../exchange.ts';

/** ChangeCipherSpec before key agreement (CVE-2014-0224), with its control tests. */
export const earlyCcsTest = z.object({
  /** Each: a ChangeCipherSpec right after ServerHelloDone, and a second one if the first got no answer. */
  tries: z.array(z.object({ negotiation, answers: z.array(serverAct).min(1) })),
  /** Handshakes continued with keys from an empty master secret, by the messages that the client's Finished covers. */
  emptyKeys: z.array(z.object({ finishedOver: z.enum(['all-messages', 'messages-before-change']), answer: serverAct })),
  /** Whether a handshake in the correct order completed; null: not tested. */
  completesInOrder: z.boolean().nullable(),
});
export type EarlyCcsTest = z.infer<typeof earlyCcsTest>;

/** Alerts sent after an attempt to decrypt, which prove that the server derived keys too early (RFC 5246 section 7.2.2). */
const decryptionAlerts: ReadonlySet<number> = new Set([20, 21]);

const isEnd = ({ kind }: ServerAct): boolean => kind === 'closed' || kind === 'reset';

/** The server's reaction to the second ChangeCipherSpec; refused: it refused the first, or sent another alert. */
export function secondAnswer(answers: readonly ServerAct[]): 'refused' | 'silent' | 'closed' | 'decrypted' {
  const [, second] = answers;
  if (second === undefined) return 'refused';
  if (second.kind === 'silence') return 'silent';
  if (isEnd(second)) return 'closed';
  return second.kind === 'alert' && decryptionAlerts.has(second.description) ? 'decrypted' : 'refused';
}

/** Only an affected server continues with keys from an empty secret. */
const wentOn = ({ kind }: ServerAct): boolean => kind === 'change-cipher-spec' || kind === 'message';

const textOf = (act: ServerAct): string => (isEnd(act) ? `connection ${act.kind}` : actText(act));

const steps = ['ChangeCipherSpec before ClientKeyExchange', 'Second ChangeCipherSpec'] as const;

function verdictLine(found: 'empty-keys' | 'decrypted' | null, completesInOrder: boolean | null): string {
  if (found === 'empty-keys') return 'The server agreed on keys that anybody can compute';
  if (found === 'decrypted') return 'The second message was decrypted, so the first one was accepted';
  return completesInOrder === true
    ? 'A handshake in the right order completed, and none under empty keys'
    : 'The server did not accept it';
}

/** CCS injection: keys from an empty secret work, or two equal tries prove that the server decrypted the second message. */
export function readEarlyCcs({ tries, emptyKeys, completesInOrder }: EarlyCcsTest): Reading {
  const isDecrypted = tries.length > 1 && tries.every(({ answers }) => secondAnswer(answers) === 'decrypted');
  const found = emptyKeys.some(({ answer }) => wentOn(answer)) ? 'empty-keys' : isDecrypted ? 'decrypted' : null;
  const [first] = tries;
  const lines = [
    ...(first === undefined ? [] : [negotiationLine(first.negotiation)]),
    ...(first?.answers ?? []).map((answer, index) => `${steps[index] ?? 'Then'}: ${textOf(answer)}`),
    ...(tries.length > 1 ? ['The same on a second connection'] : []),
    ...emptyKeys.map(
      ({ answer }) =>
        `Key exchange and Finished under keys of an empty master secret: ${wentOn(answer) ? 'accepted' : textOf(answer)}`,
    ),
  ];
  return { vulnerable: found !== null, lines: [...lines, verdictLine(found, completesInOrder)] };
}
