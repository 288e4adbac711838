import { alertText } from '@perimeter/protocols/tls/records/alert';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/registry/suites';
import { z } from 'zod';
import { netFailureReason } from '../observed.ts';

/** The parts of a ClientHello that its answer depends on: code points in message order. */
export const offeredHello = z.object({
  version: z.int(),
  serverName: z.string(),
  suites: z.array(z.int()),
  extensions: z.array(z.int()),
});

/** A ClientHello and what the ServerHello chose from it. */
export const negotiation = z.object({
  offered: offeredHello,
  suite: z.int(),
  /** Extensions of the ServerHello. */
  extensions: z.array(z.int()),
});
export type Negotiation = z.infer<typeof negotiation>;

/** One action of a server. Application data is counted, never stored. */
export const serverAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert'), level: z.int(), description: z.int() }),
  z.object({ kind: z.literal('message'), type: z.int() }),
  z.object({ kind: z.literal('heartbeat'), bytes: z.int() }),
  z.object({ kind: z.literal('unreadable'), type: z.int() }),
  z.object({ kind: z.literal('failed'), reason: netFailureReason }),
  // left-open: silence after another action. closed: by FIN, or by RST after an alert.
  z.object({ kind: z.enum(['change-cipher-spec', 'data', 'closed', 'reset', 'silence', 'left-open']) }),
]);
export type ServerAct = z.infer<typeof serverAct>;

/** All actions of a server in order, until it closed the connection or stopped sending. */
export const reaction = z.array(serverAct);
export type Reaction = readonly ServerAct[];

/** What the exchanges of one test prove by current rules, and the exchanges in words. */
export interface Reading {
  vulnerable: boolean;
  lines: string[];
}

/** An act in words: "alert 20 bad_record_mac". */
export function actText(act: ServerAct): string {
  switch (act.kind) {
    case 'alert':
      return alertText(act);
    case 'message':
      return `handshake message ${act.type}`;
    case 'change-cipher-spec':
      return 'ChangeCipherSpec';
    case 'unreadable':
      return `unreadable record of type ${act.type}`;
    case 'left-open':
      return 'left open';
    case 'failed':
      return act.reason;
    default:
      return act.kind;
  }
}

/** A reaction in comparable words: "alert 20 bad_record_mac, closed". */
export const reactionText = (acts: Reaction): string => acts.map(actText).join(', ');

/** True where nothing at all was answered. */
export const isSilent = ([first]: Reaction): boolean => first?.kind === 'silence';

/** True where application data was among the answers. */
export const hasData = (acts: Reaction): boolean => acts.some(({ kind }) => kind === 'data');

/** The text that all reactions share; null where they differ. */
export function onlyText(reactions: readonly Reaction[]): string | null {
  const [text, ...others] = new Set(reactions.map(reactionText));
  return text === undefined || others.length > 0 ? null : text;
}

/** A cipher suite as it appears in proof lines. */
export const suiteText = (code: number): string => `${suiteName(code)} (${suiteHex(code)})`;

/** What was offered and chosen, in one line. */
export const negotiationLine = ({ offered, suite }: Negotiation): string =>
  `Offered version ${suiteHex(offered.version)}; the server chose ${suiteText(suite)}`;
