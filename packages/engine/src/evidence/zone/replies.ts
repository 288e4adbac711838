import type { ZoneReply, ReadableReply } from './reply-schema.ts';
import type { ZoneAnswer, ZoneEvidence, ZoneQuestion, ZoneServer } from './schema.ts';
import type { Observed } from '../observed.ts';

/** The reply that an answer refers to; null where evidence does not hold it. */
export const replyAt = ({ replies }: Pick<ZoneEvidence, 'replies'>, { reply }: ZoneAnswer): ZoneReply | null =>
  replies[reply] ?? null;

/** The reply of a server to a question, or null: not asked, not answered, or not readable. */
export function replyOf(
  zone: Pick<ZoneEvidence, 'replies'>,
  server: ZoneServer,
  question: ZoneQuestion,
): ReadableReply | null {
  return readableIn(zone, server.battery[question]);
}

/** The readable reply behind an answer, or null. */
export function readableIn(
  zone: Pick<ZoneEvidence, 'replies'>,
  answer: Observed<ZoneAnswer> | undefined,
): ReadableReply | null {
  if (answer === undefined || !answer.known) return null;
  const reply = replyAt(zone, answer.value);
  return reply?.readable === true ? reply : null;
}

/** The reply to SOA by UDP or, where that is missing or truncated, by TCP; null: there is no whole one. */
export function soaReplyOf(zone: Pick<ZoneEvidence, 'replies'>, { udp, tcp }: ZoneServer): ReadableReply | null {
  const byUdp = readableIn(zone, udp);
  return udp.known && byUdp?.flags.includes('tc') !== true ? byUdp : readableIn(zone, tcp);
}

/** True where a server answers for the zone: NOERROR with AA and one SOA of the zone at least. */
export const servesZone = (reply: ReadableReply, zone: string): boolean =>
  reply.rcode === 0 &&
  reply.flags.includes('aa') &&
  reply.answer.some(({ name, type }) => type === 'SOA' && name === zone);

/** The serial in the SOA of a reply; null: none. */
export function serialIn({ answer }: ReadableReply): number | null {
  const soa = answer.find(({ type }) => type === 'SOA');
  const serial = soa === undefined ? undefined : / (\d+) \d+ \d+ \d+ \d+$/.exec(soa.data)?.[1];
  return serial === undefined ? null : Number(serial);
}
