import type { Message } from '@perimeter/protocols/dns/message';
import { existenceServersOf } from '../net/authoritative/existence.ts';
import type { NameServer } from '../net/authoritative/question.ts';
import { judgeAnswer, judgeServedKeys, judgingAt } from '../net/dnssec/validator/answer.ts';
import { type Judged, indeterminate } from '../net/dnssec/validator/security.ts';
import type { Validated } from '../net/dnssec/validator/validator.ts';
import type { ProbeContext } from './probe.ts';

/** A set or an absence, by what was asked for. */
interface Place {
  name: string;
  type: string;
}

/** The answer of a name server; null: none with authority. What rate limiting would count is asked over TCP in the end. */
export async function directly(
  { authoritative, signal }: ProbeContext,
  server: NameServer,
  asked: Place,
): Promise<Message | null> {
  const answer = await authoritative.ask(server, { ...asked, mayFail: true }, { signal, tcp: 'limited' });
  return answer.ok && answer.reply.readable && answer.reply.message.flags.authoritative ? answer.reply.message : null;
}

/** The answer of the first name server that gives one with authority; null: none does. */
export async function firstAnswer(context: ProbeContext, servers: readonly NameServer[], asked: Place) {
  for (const server of servers) {
    const message = await directly(context, server, asked);
    if (message !== null) return message;
  }
  return null;
}

/** What a name server answers, where it validates by itself, from the DS records of the zone; null: it does not. */
async function validAt(context: ProbeContext, server: NameServer, apex: string, place: Place): Promise<Message | null> {
  const { records: ds, security } = await context.validator.validate(apex, 'DS');
  const message = await directly(context, server, { name: apex, type: 'DNSKEY' });
  if (security !== 'secure' || ds.length === 0 || message === null) return null;
  const judging = judgingAt(context.target.startedAtMs);
  const keys = judgeServedKeys(message, apex, ds, judging);
  if (keys.security !== 'secure') return null;
  if (place.type === 'DNSKEY') return message;
  const { name, type } = place;
  const answer = await directly(context, server, { name, type });
  return answer !== null && judgeAnswer(place, answer, keys.zone, judging).security === 'secure' ? answer : null;
}

/**
 * What the resolver has fails, and what a name server says does not: that is one server's fault, or the resolver's, which has
 * stale or changed records, and none of the zone.
 */
export async function settled(context: ProbeContext, validated: Validated): Promise<Judged> {
  const { security, reason } = validated;
  return (await soundAnswer(context, validated, null)) === null ? { security, reason } : indeterminate('disputed');
}

/**
 * What a name server has for a place, where what the resolver has fails and the server's answer to the same question does not: null
 * where all fails alike, without a message where the place is in another zone.
 */
export async function soundAnswer(
  context: ProbeContext,
  { security, proof }: Pick<Validated, 'security' | 'proof'>,
  wanted: Place | null,
): Promise<{ message: Message | null } | null> {
  const broken = proof.find((step) => step.security === 'bogus');
  if (security !== 'bogus' || broken === undefined || broken.zone === null) return null;
  for (const server of await existenceServersOf(context, broken.zone)) {
    if ((await validAt(context, server, broken.zone, broken)) === null) continue;
    return { message: wanted === null ? null : await validAt(context, server, broken.zone, wanted) };
  }
  return null;
}
