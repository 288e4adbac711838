import { readableIn, replyOf } from './replies.ts';
import type { ReadableReply } from './reply-schema.ts';
import type { ZoneEvidence, ZoneQuestion, ZoneServer } from './schema.ts';

/** The record types in a complete reply; null: no complete reply. A truncated reply may lack records that exist (RFC 2181 section 9). */
function typesIn(reply: ReadableReply | null): string[] | null {
  return reply === null || reply.flags.includes('tc') ? null : reply.answer.map(({ type }) => type);
}

/** A fault in a server's answer to one query. */
export type ServerFault = NonNullable<ZoneServer['signing']>[number];

const lacks = (question: ZoneQuestion, reason: ServerFault['reason']): ServerFault => ({ question, reason });

/** Faults of omission in a server's signed answers; null: it did not answer. */
function lacksOf(zone: ZoneEvidence, server: ZoneServer): ServerFault[] | null {
  const answerOf = (question: ZoneQuestion) =>
    typesIn(replyOf(zone, server, question)) ?? (question === 'SOA' ? typesIn(readableIn(zone, server.tcp)) : null);
  const [keys, soa] = [answerOf('DNSKEY'), answerOf('SOA')];
  if (keys === null || soa === null) return null;
  return [
    ...(keys.includes('DNSKEY') ? [] : [lacks('DNSKEY', 'key-missing')]),
    ...(keys.includes('DNSKEY') && !keys.includes('RRSIG') ? [lacks('DNSKEY', 'rrsig-missing')] : []),
    ...(soa.includes('RRSIG') ? [] : [lacks('SOA', 'rrsig-missing')]),
  ];
}

/** Root cause of a server's faults: omissions, else faults of its keys, else of other sets; null: a query is unanswered. */
export function faultsOf(zone: ZoneEvidence, server: ZoneServer): readonly ServerFault[] | null {
  const found = server.signing ?? [];
  const left = lacksOf(zone, server);
  const ofKeys = found.filter(({ question }) => question === 'DNSKEY');
  const [first = null] = [left ?? [], ofKeys, found].filter((faults) => faults.length > 0);
  return first ?? left;
}
