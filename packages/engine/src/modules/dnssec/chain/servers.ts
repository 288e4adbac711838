import { recordsAt } from '../../../catalogue/dig.ts';
import { defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { failWhere, inconclusive, type Verdict } from '../../../catalogue/outcome.ts';
import { gapTexts } from '../../../evidence/gap-texts.data.ts';
import { readableIn, replyOf } from '../../../evidence/zone/replies.ts';
import type { ReadableReply } from '../../../evidence/zone/reply-schema.ts';
import type { ZoneEvidence, ZoneQuestion, ZoneServer } from '../../../evidence/zone/schema.ts';
import { askLine, type FoundZone, serverPlace, serverText, workingServers } from '../../derive/dns/servers.ts';
import { listed } from '../../derive/words/text.ts';
import { judgeZone } from '../derive/zone-check.ts';

/** The types in a complete answer of a server; null: none. A truncated reply lacks records that are there (RFC 2181 section 9). */
function typesIn(reply: ReadableReply | null): string[] | null {
  return reply === null || reply.flags.includes('tc') ? null : reply.answer.map(({ type }) => type);
}

/** What a server leaves out of its signed answers; null: it did not answer. */
function lacksOf(zone: ZoneEvidence, server: ZoneServer): string[] | null {
  const answerOf = (question: ZoneQuestion) =>
    typesIn(replyOf(zone, server, question)) ?? (question === 'SOA' ? typesIn(readableIn(zone, server.tcp)) : null);
  const [keys, soa] = [answerOf('DNSKEY'), answerOf('SOA')];
  if (keys === null || soa === null) return null;
  return [
    ...(keys.includes('DNSKEY') ? [] : ['DNSKEY records']),
    ...(keys.includes('DNSKEY') && !keys.includes('RRSIG') ? ['signatures of DNSKEY'] : []),
    ...(soa.includes('RRSIG') ? [] : ['signatures of SOA']),
  ];
}

function judgeServers(zone: FoundZone): Verdict {
  if (zone.direct === 'blocked') return inconclusive(gapTexts['port-53-blocked']);
  if (zone.direct === 'intercepted') return inconclusive(gapTexts['port-53-intercepted']);
  const judged = workingServers(zone).map((server) => ({ server, lacks: lacksOf(zone, server) }));
  const wrong = judged.flatMap(({ server, lacks }) =>
    lacks === null || lacks.length === 0 ? [] : [{ server, lacks }],
  );
  const open = judged.find(({ lacks }) => lacks === null);
  if (judged.length === 0) return inconclusive('No name server answered directly');
  if (wrong.length === 0 && open !== undefined) return inconclusive(`${serverText(open.server)} left a question open`);
  return failWhere(wrong, 'Every name server serves the signed zone', ({ server, lacks }) => ({
    ...serverPlace(server),
    description: `${serverText(server)} serves ${zone.name} without ${listed(lacks)}. Validating resolvers that ask it get SERVFAIL, or have to try others.`,
    evidence: [
      `${serverText(server)}: no ${listed(lacks)}`,
      askLine(server, lacks[0] === 'signatures of SOA' ? 'SOA' : 'DNSKEY', zone.name, '+dnssec', '+norecurse'),
    ],
  }));
}

export const dnssecNsInconsistent = defineCheck({
  id: 'dnssec-ns-inconsistent',
  title: 'Every name server serves the signed zone',
  finding: 'Name server without DNSSEC records of the signed zone',
  weakness: { cvss: 'conditionalAvailability', cwe: [345] },
  needs: ['dnssec', 'zone', 'target'],
  evaluate: ({ dnssec, zone, target }) => {
    const { name } = zone;
    const judge = (): Verdict =>
      name === null || name !== dnssec.apex
        ? inconclusive('The zone of the domain was not found')
        : judgeServers({ ...zone, name });
    const nowSeconds = Math.floor(target.startedAtMs / 1_000);
    const verdict = judgeZone(dnssec, { of: 'ds', shownBy: ['DNSKEY'], judge }, nowSeconds);
    return combine('Name server without DNSSEC records of the signed zone', [
      { location: recordsAt(name ?? target.domain, 'DNSKEY'), ...verdict },
    ]);
  },
});
