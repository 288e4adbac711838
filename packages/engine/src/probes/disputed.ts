import type { Message } from '@perimeter/protocols/dns/message';
import { existenceServersOf } from '../net/authoritative/existence.ts';
import type { NameServer } from '../net/authoritative/question.ts';
import { judgeAnswer, judgeServedKeys, judgingAt } from '../net/dnssec/validator/answer.ts';
import { type JudgedSecurity, indeterminate } from '../net/dnssec/validator/security.ts';
import type { Validated } from '../net/dnssec/validator/validator.ts';
import type { ProbeContext } from './probe.ts';

/** A queried set or denial. */
interface Place {
  name: string;
  type: string;
}

/** A name server's answer; null: none with authority; unasked: our queries are used up. */
type Word = Message | 'unasked' | null;

/** A name server's answer. Queries that would count against its rate limit go over TCP last. */
async function directly({ authoritative, signal }: ProbeContext, server: NameServer, asked: Place): Promise<Word> {
  const answer = await authoritative.ask(server, { ...asked, mayFail: true }, { signal, tcp: 'limited' });
  if (!answer.ok) return answer.failure?.reason === 'budget' ? 'unasked' : null;
  return answer.reply.readable && answer.reply.message.flags.authoritative ? answer.reply.message : null;
}

/** The servers in an order that depends on the place, so that the queries are spread. */
const turned = (servers: readonly NameServer[], { name, type }: Place): readonly NameServer[] =>
  (name.length + type.length) % 2 === 0 ? servers : servers.toReversed();

/** The first authoritative answer; null: none. */
export async function firstAnswer(context: ProbeContext, servers: readonly NameServer[], asked: Place) {
  for (const server of turned(servers, asked)) {
    const message = await directly(context, server, asked);
    if (message !== null && message !== 'unasked') return message;
  }
  return null;
}

/** A name server's answer if it validates on its own, from the zone's DS records; null: it does not. */
async function validAt(context: ProbeContext, server: NameServer, apex: string, place: Place): Promise<Word> {
  const { records: ds, security } = await context.validator.validate(apex, 'DS');
  if (security !== 'secure' || ds.length === 0) return null;
  const message = await directly(context, server, { name: apex, type: 'DNSKEY' });
  if (message === null || message === 'unasked') return message;
  const judging = judgingAt(context.target.startedAtMs);
  const keys = judgeServedKeys(message, apex, ds, judging);
  if (keys.security !== 'secure') return null;
  if (place.type === 'DNSKEY') return message;
  const { name, type } = place;
  const answer = await directly(context, server, { name, type });
  if (answer === 'unasked') return answer;
  return answer !== null && judgeAnswer(place, answer, keys.zone, judging).security === 'secure' ? answer : null;
}

/**
 * If the resolver's answer is bogus but a name server's is valid, the fault is one server's or the resolver's (stale or
 * modified records), not the zone's. If the resolver names no server, the cause stays open.
 */
export async function settled(context: ProbeContext, validated: Validated): Promise<JudgedSecurity> {
  const { security, reason } = validated;
  const sound = await soundAnswer(context, validated, null);
  if (sound === 'unasked') return indeterminate('no-answer');
  return sound === null ? { security, reason } : indeterminate('disputed');
}

/**
 * A name server's valid answer for a place where the resolver's is bogus: null where all are bogus, without a message
 * where the place is in another zone. Unasked: the resolver names no server.
 */
export async function soundAnswer(
  context: ProbeContext,
  { security, proof }: Pick<Validated, 'security' | 'proof'>,
  wanted: Place | null,
): Promise<{ message: Message | null } | 'unasked' | null> {
  const broken = proof.find((step) => step.security === 'bogus');
  if (security !== 'bogus' || broken === undefined || broken.zone === null) return null;
  const servers = await existenceServersOf(context, broken.zone);
  if (servers.length === 0) return 'unasked';
  for (const server of servers) {
    const word = await validAt(context, server, broken.zone, broken);
    if (word === null || word === 'unasked') continue;
    const found = wanted === null ? null : await validAt(context, server, broken.zone, wanted);
    return { message: found === 'unasked' ? null : found };
  }
  return null;
}
