import { type Observed, seen } from '../../evidence/observed.ts';
import type { ZoneQuestion, ZoneServer } from '../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';
import { type Answers, failureOf, messageIn } from './asking.ts';
import type { BatteryResult } from './battery.ts';
import { ednsOf, versionOf } from './identity.ts';
import { directQuestion, type ZoneNames } from './questions.ts';
import type { ReplyStore } from './replies/replies.ts';
import type { ServerPlace } from './roster.ts';
import { isCached } from './standing.ts';

function recursionOf(answers: Answers): ZoneServer['recursion'] {
  const message = messageIn(answers.get('parent-soa'));
  if (message === null) return failureOf(answers.get('parent-soa'));
  const hasRecords = message.responseCode === 0 && message.answers.length > 0;
  const parent = isCached(message) ? 'cached' : hasRecords && message.flags.authoritative ? 'authoritative' : 'none';
  const outside = answers.get('outside');
  const resolved = messageIn(outside);
  return seen({
    offered: message.flags.recursionAvailable,
    parent,
    outside: resolved === null ? null : resolved.responseCode === 0 && resolved.answers.length > 0,
  });
}

const fastest = (answers: Answers): number | null => {
  const times = [...answers.values()].flatMap((answer) =>
    answer.ok && answer.transport === 'udp' ? [answer.roundTripMs] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
};

/** Queries whose replies differ between UDP and TCP; a truncated one is incomplete, not different. */
function differingIn(udp: ZoneServer['udp'], tcp: ZoneServer['tcp']): ZoneServer['differing'] {
  if (!udp.known || !tcp.known || udp.value.truncated || udp.value.reply === tcp.value.reply) return [];
  return [{ question: 'SOA', replies: [udp.value.reply, tcp.value.reply] }];
}

/** The evidence of a queried server. */
export function serverFacts(
  place: ServerPlace,
  { udp, tcp, answers }: BatteryResult,
  names: ZoneNames,
  store: ReplyStore,
): Omit<ZoneServer, 'questions'> {
  const keep = (question: ZoneQuestion, answer: DirectAnswer) =>
    store.keep(answer, directQuestion(question, names).name);
  const [byUdp, byTcp] = [keep('SOA', udp), keep('SOA', tcp.soa)];
  return {
    ...placeFacts(place),
    allowed: true,
    udp: byUdp,
    tcp: byTcp,
    battery: Object.fromEntries([...answers].map(([question, answer]) => [question, keep(question, answer)])),
    axfr: tcp.axfr,
    recursion: recursionOf(answers),
    version: versionOf(answers),
    edns: ednsOf(answers),
    differing: differingIn(byUdp, byTcp),
    latencyMs: fastest(answers),
  };
}

const placeFacts = ({ address, family, names, sources }: ServerPlace) => ({
  address,
  family,
  names: names.toSorted(),
  sources: sources.toSorted(),
});

/** A server that could not be queried at all. */
export const unaskedServer = (
  place: ServerPlace,
  why: Observed<never>,
  changes: Pick<ZoneServer, 'allowed'> & Partial<ZoneServer>,
): ZoneServer => ({
  ...placeFacts(place),
  udp: why,
  tcp: why,
  battery: {},
  axfr: why,
  recursion: why,
  version: why,
  edns: why,
  differing: [],
  latencyMs: null,
  questions: 0,
  ...changes,
});
