import { z } from 'zod';
import { observed } from '../../observed.ts';
import { negotiation, negotiationLine, type Reading } from '../exchange.ts';
import { detailOf } from '../../failure-text.ts';

/** A ticket offered under a short session id, and the session id that came back. */
const shortIdResumption = z.object({
  /** The session id that was sent, hex. */
  sessionId: z.string(),
  answer: observed(
    z.object({
      resumed: z.boolean(),
      echoedBytes: z.int(),
      /** Whether the echoed session id begins with the one sent; excess bytes are counted, not stored. */
      beginsWithSent: z.boolean(),
    }),
  ),
});
type Resumption = z.infer<typeof shortIdResumption>;

/** Tickets offered with session ids shorter than 32 bytes (CVE-2016-9244). */
export const ticketbleedTest = z.object({
  /** The handshake that requested the ticket; null: the inventory showed that none is issued. */
  negotiation: negotiation.nullable(),
  /** Length of the ticket; null: none was issued. */
  ticketBytes: z.int().nullable(),
  resumptions: z.array(shortIdResumption),
});
export type TicketbleedTest = z.infer<typeof ticketbleedTest>;

/** Octets of a session id that was sent. */
const sentBytes = ({ sessionId }: Resumption): number => sessionId.length / 2;

/** True where the server padded the session id with bytes of its own. */
export const hasForeignBytes = (resumption: Resumption): boolean => {
  const { answer } = resumption;
  return answer.known && answer.value.beginsWithSent && answer.value.echoedBytes > sentBytes(resumption);
};

function resumptionLine(resumption: Resumption): string {
  const { sessionId, answer } = resumption;
  if (!answer.known) return detailOf(answer.failure);
  const { resumed, echoedBytes } = answer.value;
  const foreign = echoedBytes - sentBytes(resumption);
  const tail = hasForeignBytes(resumption) ? `, of which ${foreign} are not ours and were not read` : '';
  const shown = echoedBytes === 0 ? 'no session id' : `a session id of ${echoedBytes} bytes${tail}`;
  return `Ticket with session id ${sessionId} (${sentBytes(resumption)} bytes): ${resumed ? 'resumed' : 'not resumed'}, ServerHello has ${shown}`;
}

function verdictLine(resumptions: readonly Resumption[], vulnerable: boolean): string[] {
  if (vulnerable) return [`Foreign bytes were echoed in ${resumptions.length} of ${resumptions.length} tries`];
  return resumptions.at(-1)?.answer.known === true ? ['No foreign bytes were echoed'] : [];
}

/** Ticketbleed: the short session id comes back longer, in each of at least two tries. */
export function readTicketbleed({ negotiation: agreed, ticketBytes, resumptions }: TicketbleedTest): Reading {
  const opening = agreed === null ? [] : [negotiationLine(agreed)];
  if (ticketBytes === null) return { vulnerable: false, lines: [...opening, 'The server gave no session ticket'] };
  const vulnerable = resumptions.length > 1 && resumptions.every(hasForeignBytes);
  const ticket = `The server gave a session ticket of ${ticketBytes} bytes`;
  const lines = [...opening, ticket, ...resumptions.map(resumptionLine), ...verdictLine(resumptions, vulnerable)];
  return { vulnerable, lines };
}
