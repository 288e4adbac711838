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
import { indeterminate, type JudgedSecurity } from '../net/dnssec/validator/security.ts';
import type { Validated } from '../net/dnssec/validator/validator.ts';
import { answerFrom } from '../net/resolver/answer.ts';
import { firstAnswer, soundAnswer } from './disputed.ts';
import type { ProbeContext } from './probe.ts';
import { ownerOf } from './record-owners.data.ts';

/** The believed answer for a name and type, with its security by our own validation. */
export interface Belief extends JudgedSecurity {
  answer: DnsAnswer;
  /** The judgement of operators that treat SHA-1 as unsigned (RFC 9905). */
  effective: JudgedSecurity;
}

const unsigned: JudgedSecurity = { security: 'insecure', reason: 'no-ds' };

/** Types whose absence is a finding; the zone's name servers confirm it. */
const confirmed: ReadonlySet<string> = new Set(['A', 'AAAA', 'MX', 'TXT', 'CAA']);

const rejected = (answer: DnsAnswer, gap: 'dnssec-bogus' | 'resolver-contradicted'): DnsAnswer => ({
  ...answer,
  status: 'failed',
  records: [],
  failure: netFailed('malformed', gap),
});

/** A name server's answer in the form of the resolver's. */
const readAs = ({ name, type }: Pick<DnsAnswer, 'name' | 'type'>, message: Message): DnsAnswer =>
  answerFrom({ name, type }, { ok: true, message, transport: 'udp' });

/** The zone that holds a name, within its registrable domain: a filtering resolver returns the SOA of its filter. */
async function zoneHolding({ resolver, signal, target }: ProbeContext, owner: string): Promise<string | null> {
  // Names with underscore labels cannot be registered.
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

/** The records of a name server; only the alias, if the resolver does not follow it. */
async function followed({ resolver, signal }: ProbeContext, answer: DnsAnswer, theirs: DnsAnswer): Promise<DnsAnswer> {
  const cnames = [...answer.cnames, ...theirs.cnames];
  const last = theirs.cnames.at(-1);
  if (theirs.status === 'answer' || last === undefined) return { ...answer, ...theirs, name: answer.name, cnames };
  const end = await resolver.query(last, answer.type, { signal });
  return end.status === 'answer'
    ? { ...end, name: answer.name, cnames: [...cnames, ...end.cnames] }
    : rejected(answer, 'resolver-contradicted');
}

/** The answer of the first name server with authority for a name; null: none. */
async function servedAt(context: ProbeContext, name: string, type: string): Promise<Message | null> {
  const zone = await zoneHolding(context, name);
  return zone === null ? null : firstAnswer(context, await existenceServersOf(context, zone), { name, type });
}

/**
 * Name servers confirm a query that fails at the resolver, because not every resolver supports every type. If they fail
 * too, the failure is theirs; a local failure is not confirmed.
 */
export async function withOwnFailures(context: ProbeContext, answer: DnsAnswer): Promise<DnsAnswer> {
  const isOurs = answer.failure?.reason === 'budget' || answer.failure?.reason === 'cancelled';
  if (!hasFailed(answer.status) || isOurs) return answer;
  const message = await servedAt(context, answer.name, answer.type);
  return message === null || hasFailed(readAs(answer, message).status)
    ? answer
    : rejected(answer, 'resolver-contradicted');
}

/** The name servers' answer where the resolver has none; without it, the resolver's counts. */
async function confirmedAbsence(context: ProbeContext, answer: DnsAnswer): Promise<DnsAnswer> {
  const owner = answer.cnames.at(-1) ?? answer.name;
  const message = await servedAt(context, owner, answer.type);
  if (message === null) return answer;
  const theirs = readAs({ name: owner, type: answer.type }, message);
  if (theirs.status === 'answer' || theirs.cnames.length > 0) return followed(context, answer, theirs);
  // A substitute address counts as none if the name servers have none.
  return isFiltered(answer) && !hasFailed(theirs.status) ? { ...answer, status: theirs.status, records: [] } : answer;
}

/**
 * The believed answer. A valid signature or proof decides. Failures are confirmed with the name servers, because the
 * resolver may modify answers, and so are unproved absences, which filtering resolvers fabricate.
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

/** Queries the resolver and returns the believed answer. */
export async function askBelieved(context: ProbeContext, name: string, type: string): Promise<Belief> {
  const { resolver, signal, validator } = context;
  const [answer, validated] = await Promise.all([
    resolver.query(name, type, { signal }),
    validator.validate(name, type),
  ]);
  return believed(context, answer, validated);
}

/** The judgement of a name; null below a domain that validators treat as unsigned, where no query is sent for it. */
async function judgedFor({ validator, target: { domain } }: ProbeContext, name: string, type: string) {
  const own = await validator.validate(domain, 'TXT');
  if (own.security !== 'secure' && own.security !== 'bogus') return null;
  return name === domain && type === 'TXT' ? own : validator.validate(name, type);
}

/**
 * A set as validating receivers get it: a bogus one is an error (RFC 4035 section 5.5), so neither present nor absent.
 */
export async function askValidated(context: ProbeContext, name: string, type = 'TXT'): Promise<DnsAnswer> {
  const { resolver, signal } = context;
  const [asked, judged] = await Promise.all([resolver.query(name, type, { signal }), judgedFor(context, name, type)]);
  const { answer, security } = await believed(context, asked, judged);
  return security !== 'bogus' || hasFailed(answer.status) ? answer : rejected(answer, 'dnssec-bogus');
}

/** The same for a mail policy of a domain. */
export const askPolicy = async (
  context: ProbeContext,
  kind: 'dmarc' | 'mtaSts' | 'tlsReport' | 'bimi',
  domain: string,
): Promise<TextAnswer> => textAnswerOf(await askValidated(context, ownerOf(kind, domain)));
