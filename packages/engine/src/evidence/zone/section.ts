import type { Section, SectionCell, SectionStatus } from '@perimeter/contract/section';
import { failureText } from '../failure-text.ts';
import type { Observed } from '../observed.ts';
import { filled, state, tableOf } from '../section.ts';
import { answerWord } from './member.ts';
import { serialIn, soaReplyOf } from './replies.ts';
import type { ZoneAnswer, ZoneEvidence, ZoneServer } from './schema.ts';

const directNotes: Readonly<Record<ZoneEvidence['direct'], string | null>> = {
  open: null,
  blocked: 'DNS queries to name servers are blocked on the way (port 53): the servers could not be queried directly',
  intercepted:
    'DNS queries to name servers are intercepted on the way (port 53): the servers could not be queried directly',
  unknown: null,
};

function answerState(zone: ZoneEvidence, answer: Observed<ZoneAnswer>): SectionStatus {
  if (answer.known) {
    const word = answerWord(zone, answer) ?? '';
    return state(word === 'answered' || word === 'truncated' ? 'good' : 'bad', word);
  }
  const isOurs = answer.failure.reason === 'not-tested' || answer.failure.reason === 'blocked';
  return state(isOurs ? 'neutral' : 'fair', failureText(answer.failure));
}

const yesNo = (fact: boolean): string => (fact ? 'yes' : 'no');

function serverRow(zone: ZoneEvidence, server: ZoneServer): SectionCell[] {
  const reply = soaReplyOf(zone, server);
  const names = zone.serverNames.filter(({ name }) => server.names.includes(name));
  return [
    server.names.join(', '),
    server.address,
    answerState(zone, server.udp),
    answerState(zone, server.tcp),
    reply === null ? null : (serialIn(reply) ?? null),
    yesNo(names.some(({ inParent }) => inParent)),
    yesNo(names.some(({ inChild }) => inChild)),
    reply === null ? null : yesNo(reply.answer.some(({ type }) => type === 'RRSIG')),
    server.latencyMs,
  ];
}

/** The zone's name servers, queried directly: one row for each address. */
export function zoneSection({ zone }: { zone?: ZoneEvidence | undefined }): Section | null {
  if (zone === undefined || zone.servers.length === 0) return null;
  return {
    id: 'zone',
    title: 'Name servers',
    tables: filled(
      tableOf(
        `Servers of ${zone.name ?? ''}, queried directly`,
        [
          ['Name', 'code'],
          ['Address', 'code'],
          ['UDP', 'status'],
          ['TCP', 'status'],
          ['Serial', 'number'],
          ['In parent', 'text'],
          ['In zone', 'text'],
          ['Signed', 'text'],
          ['Milliseconds', 'number'],
        ],
        zone.servers.map((server) => serverRow(zone, server)),
        directNotes[zone.direct],
      ),
    ),
    figures: [],
  };
}
