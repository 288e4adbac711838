import type { DnsDelegation } from '@perimeter/contract/observed/delegation';
import { failureText } from '../failure-text.ts';
import type { Observed } from '../observed.ts';
import { rcodeText } from './rcode-text.ts';
import { readableIn, serialIn, servesZone, soaReplyOf } from './replies.ts';
import type { ZoneAnswer, ZoneEvidence, ZoneServer } from './schema.ts';

/** The result of an SOA query in a word or two; null: none. */
export function answerWord(zone: ZoneEvidence, answer: Observed<ZoneAnswer>): string | null {
  if (!answer.known) return null;
  const reply = readableIn(zone, answer);
  if (reply === null) return 'unreadable';
  if (zone.name !== null && servesZone(reply, zone.name)) return 'answered';
  if (reply.flags.includes('tc')) return 'truncated';
  return reply.rcode === 0 ? 'not authoritative' : rcodeText(reply.rcode);
}

const reasonsOf = (facts: Readonly<Record<string, Observed<unknown>>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact.known ? [] : [[name, failureText(fact.failure)]])),
  );

function serverOf(zone: ZoneEvidence, server: ZoneServer): DnsDelegation['servers'][number] {
  const { names, address, udp, tcp, latencyMs } = server;
  const reply = soaReplyOf(zone, server);
  const named = zone.serverNames.filter(({ name }) => names.includes(name));
  const isParentKnown = zone.parent?.referral.known === true;
  return {
    names,
    address,
    udp: answerWord(zone, udp),
    tcp: answerWord(zone, tcp),
    authoritative: reply === null ? null : reply.flags.includes('aa'),
    serial: reply === null ? null : serialIn(reply),
    inParent: isParentKnown ? named.some(({ inParent }) => inParent) : null,
    inChild: named.some(({ inChild }) => inChild),
    signed: reply === null ? null : reply.answer.some(({ type }) => type === 'RRSIG'),
    milliseconds: latencyMs,
    notSeen: reasonsOf({ udp, tcp }),
  };
}

/** Server names without an address to query. */
const withoutAddress = ({ serverNames }: ZoneEvidence): DnsDelegation['notAsked'] =>
  serverNames.flatMap(({ name, ipv4, ipv6, glue }) =>
    ipv4.known && ipv6.known && ipv4.value.length + ipv6.value.length + glue.length === 0
      ? [{ what: 'server-name', of: name, why: 'no-address' }]
      : [],
  );

/** The report's view of a zone's delegation; null where the zone was not found. */
export const delegationMember = (zone: ZoneEvidence): DnsDelegation | null =>
  zone.name === null
    ? null
    : {
        zone: zone.name,
        parent: zone.parent?.zone ?? null,
        direct: zone.direct,
        servers: zone.servers.map((server) => serverOf(zone, server)),
        notAsked: [...zone.notAsked, ...withoutAddress(zone)],
      };
