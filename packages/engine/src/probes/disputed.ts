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

/** The answer of a name server; null: none with authority. */
export async function directly(
  { authoritative, signal }: ProbeContext,
  server: NameServer,
  asked: Place,
): Promise<Message | null> {
  const answer = await authoritative.ask(server, { ...asked, mayFail: true }, { signal });
  return answer.ok && answer.reply.readable && answer.reply.message.flags.authoritative ? answer.reply.message : null;
}

/** True where what a name server answers validates by itself, from the DS records of the zone. */
async function isValidAt(context: ProbeContext, server: NameServer, apex: string, place: Place): Promise<boolean> {
  const { records: ds, security } = await context.validator.validate(apex, 'DS');
  const message = await directly(context, server, { name: apex, type: 'DNSKEY' });
  if (security !== 'secure' || ds.length === 0 || message === null) return false;
  const judging = judgingAt(context.target.startedAtMs);
  const keys = judgeServedKeys(message, apex, ds, judging);
  if (keys.security !== 'secure' || place.type === 'DNSKEY') return keys.security === 'secure';
  const { name, type } = place;
  const answer = await directly(context, server, { name, type });
  return answer !== null && judgeAnswer(place, answer, keys.zone, judging).security === 'secure';
}

/**
 * What the resolver has fails, and what a name server says does not: that is one server's fault, or the resolver's, which has
 * stale or changed records, and none of the zone.
 */
export async function settled(context: ProbeContext, { security, reason, proof }: Validated): Promise<Judged> {
  const broken = proof.find((step) => step.security === 'bogus');
  if (security !== 'bogus' || broken === undefined || broken.zone === null) return { security, reason };
  const servers = await existenceServersOf(context, broken.zone);
  for (const server of servers)
    if (await isValidAt(context, server, broken.zone, broken)) return indeterminate('disputed');
  return { security, reason };
}
