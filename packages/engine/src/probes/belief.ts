import type { Message } from '@perimeter/protocols/dns/message';
import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { isFiltered } from '../evidence/dns/is-filtered.ts';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import { hasFailed, textAnswerOf } from '../evidence/mail-auth/read-answer.ts';
import type { TextAnswer } from '../evidence/mail-auth/text-answer.ts';
import { netFailed } from '../evidence/observed.ts';
import { existenceServersOf } from '../net/authoritative/existence.ts';
import { indeterminate, type Judged } from '../net/dnssec/validator/security.ts';
import type { Validated } from '../net/dnssec/validator/validator.ts';
import { answerFrom } from '../net/resolver/answer.ts';
import { firstAnswer, soundAnswer } from './disputed.ts';
import type { ProbeContext } from './probe.ts';
import { ownerOf } from './record-owners.data.ts';

/** What an audit believes of a name and type: the answer, and what it is worth by our own validation. */
export interface Belief extends Judged {
  answer: DnsAnswer;
  /** What counts for operators that treat SHA-1 as unsigned (RFC 9905). */
  effective: Judged;
}

const unsigned: Judged = { security: 'insecure', reason: 'no-ds' };

/** Types whose absence is a finding somewhere; name servers of the zone itself answer for them. */
const confirmed: ReadonlySet<string> = new Set(['A', 'AAAA', 'MX', 'TXT', 'CAA']);

const rejected = (answer: DnsAnswer, gap: 'dnssec-bogus' | 'resolver-contradicted'): DnsAnswer => ({
  ...answer,
  status: 'failed',
  records: [],
  failure: netFailed('malformed', gap),
});

/** A name server's answer, read as one of the resolver. */
const readAs = ({ name, type }: Pick<DnsAnswer, 'name' | 'type'>, message: Message): DnsAnswer =>
  answerFrom({ name, type }, { ok: true, message, transport: 'udp' });

/** The zone that holds a name, of those that its owner can have: the SOA of a resolver that filters is that of its filter. */
async function zoneHolding({ resolver, signal, target }: ProbeContext, owner: string): Promise<string | null> {
  // Labels with an underscore are no domains of anybody.
  const name = owner.replace(/^(?:.*\.)?_[^.]*\./, '');
  const top = isAtOrBelow(name, target.registrableDomain) ? target.registrableDomain : registrableDomainOf(name);
  if (top === null) return null;
  const start = isAtOrBelow(name, target.domain) ? target.domain : name;
  const exchanged = await resolver.exchange(start, 'SOA', { signal });
  const { answers, authorities } = exchanged.ok ? exchanged.message : { answers: [], authorities: [] };
  const owners = [...answers, ...authorities]
    .filter(({ type }) => type === typeCode('SOA'))
    .map((one) => canonicalName(one.name));
  return owners.find((apex) => isAtOrBelow(name, apex) && isAtOrBelow(apex, top)) ?? top;
}

/** The records of a name server; where they are an alias that the resolver does not follow, nothing more than that. */
async function followed({ resolver, signal }: ProbeContext, answer: DnsAnswer, theirs: DnsAnswer): Promise<DnsAnswer> {
  const cnames = [...answer.cnames, ...theirs.cnames];
  const last = theirs.cnames.at(-1);
  if (theirs.status === 'answer' || last === undefined) return { ...answer, ...theirs, name: answer.name, cnames };
  const end = await resolver.query(last, answer.type, { signal });
  return end.status === 'answer'
    ? { ...end, name: answer.name, cnames: [...cnames, ...end.cnames] }
    : rejected(answer, 'resolver-contradicted');
}

/** What the first name server that speaks with authority has for a name; null: none does. */
async function servedAt(context: ProbeContext, name: string, type: string): Promise<Message | null> {
  const zone = await zoneHolding(context, name);
  return zone === null ? null : firstAnswer(context, await existenceServersOf(context, zone), { name, type });
}

/**
 * A question that fails at the resolver, which name servers answer: not every resolver knows every type. Where they fail too,
 * the failure is theirs; one of our own is asked nowhere else.
 */
export async function withOwnFailures(context: ProbeContext, answer: DnsAnswer): Promise<DnsAnswer> {
  const isOurs = answer.failure?.reason === 'budget' || answer.failure?.reason === 'cancelled';
  if (!hasFailed(answer.status) || isOurs) return answer;
  const message = await servedAt(context, answer.name, answer.type);
  return message === null || hasFailed(readAs(answer, message).status)
    ? answer
    : rejected(answer, 'resolver-contradicted');
}

/** What the name servers have where the resolver has nothing; without their word, the resolver's stands alone. */
async function confirmedAbsence(context: ProbeContext, answer: DnsAnswer): Promise<DnsAnswer> {
  const owner = answer.cnames.at(-1) ?? answer.name;
  const message = await servedAt(context, owner, answer.type);
  if (message === null) return answer;
  const theirs = readAs({ name: owner, type: answer.type }, message);
  if (theirs.status === 'answer' || theirs.cnames.length > 0) return followed(context, answer, theirs);
  // What stands there in place of an address is none where the name servers have none.
  return isFiltered(answer) && !hasFailed(theirs.status) ? { ...answer, status: theirs.status, records: [] } : answer;
}

/**
 * What is believed of an answer of the resolver. A signature or a proof that validates decides. What fails is asked of the name
 * servers, since it may be the resolver that changes answers; and so is an absence that nothing proves, which resolvers that
 * filter make up.
 */
export async function believed(context: ProbeContext, answer: DnsAnswer, validated: Validated | null): Promise<Belief> {
  const { security, reason, effective } = validated ?? { ...unsigned, effective: unsigned };
  const asAnswered = { answer, security, reason, effective };
  if (hasFailed(answer.status) || security === 'secure') return asAnswered;
  if (security === 'bogus' && validated !== null) {
    const sound = await soundAnswer(context, validated, answer);
    if (sound === null) return asAnswered;
    const open = indeterminate('no-answer');
    if (sound === 'unasked') return { answer: rejected(answer, 'dnssec-bogus'), ...open, effective: open };
    const theirs = sound.message === null ? null : readAs(answer, sound.message);
    const own =
      theirs === null
        ? rejected(answer, 'resolver-contradicted')
        : await followed(context, { ...answer, cnames: [] }, theirs);
    const disputed = indeterminate('disputed');
    return { answer: own, ...disputed, effective: disputed };
  }
  const isMissing = answer.status !== 'answer' || isFiltered({ ...answer, security });
  if (!isMissing || !confirmed.has(answer.type)) return asAnswered;
  return { ...asAnswered, answer: await confirmedAbsence(context, answer) };
}

/** Asks the resolver, and tells what is believed of its answer. */
export async function askBelieved(context: ProbeContext, name: string, type: string): Promise<Belief> {
  const { resolver, signal, validator } = context;
  const [answer, validated] = await Promise.all([
    resolver.query(name, type, { signal }),
    validator.validate(name, type),
  ]);
  return believed(context, answer, validated);
}

/** The judgement of a name; below a domain that validators take for unsigned nothing is asked for this, and it is null. */
async function judgedFor({ validator, target: { domain } }: ProbeContext, name: string, type: string) {
  const own = await validator.validate(domain, 'TXT');
  if (own.security !== 'secure' && own.security !== 'bogus') return null;
  return name === domain && type === 'TXT' ? own : validator.validate(name, type);
}

/**
 * A set as receivers that validate get it: of a bogus one nothing but an error (RFC 4035 section 5.5), so that it is neither there
 * nor absent.
 */
export async function askValidated(context: ProbeContext, name: string, type = 'TXT'): Promise<DnsAnswer> {
  const { resolver, signal } = context;
  const [asked, judged] = await Promise.all([resolver.query(name, type, { signal }), judgedFor(context, name, type)]);
  const { answer, security } = await believed(context, asked, judged);
  return security !== 'bogus' || hasFailed(answer.status) ? answer : rejected(answer, 'dnssec-bogus');
}

/** A policy for mail of a domain, so. */
export const askPolicy = async (
  context: ProbeContext,
  kind: 'dmarc' | 'mtaSts' | 'tlsReport' | 'bimi',
  domain: string,
): Promise<TextAnswer> => textAnswerOf(await askValidated(context, ownerOf(kind, domain)));
