import { asWhy, type Why, whyAt, whyBy } from '../causes/cause.ts';
import { failureText } from '../failure-text.ts';
import type { Observed, UnknownBecause } from '../observed.ts';
import { rcodeText } from './rcode-text.ts';
import { readableIn, replyOf, servesZone } from './replies.ts';
import type { ReadableReply } from './reply-schema.ts';
import type { ZoneAnswer, ZoneEvidence, ZoneQuestion, ZoneServer } from './schema.ts';

/** The zone of the target, found by name. */
export type FoundZone = ZoneEvidence & { name: string };

/** Whether a server serves the zone, why not, or why that is unknown. */
export interface ServerState {
  state: 'works' | 'lame' | 'unknown';
  why: string;
  /** Of an unknown state. */
  failure?: UnknownBecause;
}

/** Failures that are likely caused by the server and not by the network path. */
const decisive: ReadonlySet<string> = new Set(['refused', 'timeout', 'reset', 'closed', 'malformed']);

/**
 * True where the server left a query unanswered; false where the path or this audit was the cause, such as the end of the
 * time for all name servers, which a busy machine reaches.
 */
export const isSilent = (answer: Observed<unknown> | undefined): boolean =>
  answer !== undefined &&
  !answer.known &&
  decisive.has(answer.failure.reason) &&
  answer.failure.gap !== 'step-too-long';

function wordsOf(reply: ReadableReply, zone: string): string {
  if (reply.rcode !== 0) return rcodeText(reply.rcode);
  if (reply.answer.some(({ type }) => type === 'SOA')) return 'not authoritative (no AA)';
  return `no SOA of ${zone}`;
}

const judgedBy = (reply: ReadableReply, zone: string): ServerState =>
  servesZone(reply, zone) ? { state: 'works', why: '' } : { state: 'lame', why: wordsOf(reply, zone) };

/** The state of one address. One lost datagram does not make a server lame if it answers other queries. */
export function stateOf(zone: FoundZone, server: ZoneServer): ServerState {
  const replies = [server.udp, server.tcp].flatMap((answer) => readableIn(zone, answer) ?? []);
  // A truncated reply may lack records that exist (RFC 2181 section 9).
  const whole = replies.filter((reply) => !reply.flags.includes('tc') || servesZone(reply, zone.name));
  const judged = whole.map((reply) => judgedBy(reply, zone.name));
  const best = judged.find(({ state }) => state === 'works') ?? judged[0];
  if (best !== undefined) return best;
  const others = Object.values(server.battery).some((answer) => readableIn(zone, answer)?.flags.includes('aa'));
  if (others) return { state: 'works', why: '' };
  if (server.udp.known) return { state: 'lame', why: 'the reply cannot be read' };
  const why = failureText(server.udp.failure);
  if (isSilent(server.udp) && isSilent(server.tcp)) return { state: 'lame', why };
  return { state: 'unknown', why, failure: server.udp.failure };
}

/** The addresses that were queried. */
export const askedServers = ({ servers }: ZoneEvidence): ZoneServer[] => servers.filter(({ allowed }) => allowed);

/** Addresses that serve the zone. */
export const workingServers = (zone: FoundZone): ZoneServer[] =>
  askedServers(zone).filter((server) => stateOf(zone, server).state === 'works');

/** "ns1.example.com (192.0.2.53)". */
export const serverText = ({ names, address }: Pick<ZoneServer, 'names' | 'address'>): string =>
  names[0] === undefined ? address : `${names[0]} (${address})`;

/** Why a query to a server has no answer; null where it has one. */
export const gapAt = (server: ZoneServer, answer: Observed<unknown> | undefined): Why | null => {
  if (answer === undefined) return whyBy('not-queried', { what: serverText(server) });
  return answer.known ? null : whyAt(serverText(server), asWhy(answer.failure));
};

/** Servers with their reply to a query, if it is readable. */
export const repliesTo = (
  zone: FoundZone,
  question: ZoneQuestion,
): { server: ZoneServer; reply: ReadableReply; answer: ZoneAnswer }[] =>
  askedServers(zone).flatMap((server) => {
    const reply = replyOf(zone, server, question);
    const answer = server.battery[question];
    return reply === null || answer?.known !== true ? [] : [{ server, reply, answer: answer.value }];
  });

/** "1 address", "2 addresses". */
export const addressCount = (count: number): string => `${count} address${count === 1 ? '' : 'es'}`;
