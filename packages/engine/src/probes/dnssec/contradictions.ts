import type { Message } from '@perimeter/protocols/dns/message';
import { canonicalName, isAtOrBelow, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeName } from '@perimeter/protocols/dns/types';
import type { DnssecEvidence } from '../../evidence/dnssec/schema.ts';
import { contradictionsIn } from '../../net/dnssec/validator/contradictions.ts';
import { existenceServersOf } from '../../net/authoritative/existence.ts';
import type { ProbeContext } from '../probe.ts';
import { keysOf, messageOf, setOf } from './asking.ts';
import type { Question } from './target-facts.ts';

type Asked = Pick<Question, 'name' | 'type'>;

/** What the zone has beside what visitors ask for: keys and their signalling. */
const zoneTypes = ['DNSKEY', 'CDS', 'CDNSKEY', 'NSEC3PARAM'];
/** Hosts of the zone that are compared; each is asked for anyway, by whoever connects to it. */
const mostHosts = 6;

/** Name servers of the zone that are in it. */
async function serversIn(context: ProbeContext, apex: string): Promise<string[]> {
  const rrset = await setOf(context, apex, 'NS');
  const names = (rrset?.records ?? []).map(({ type, rdata }) => canonicalName(printRdata(type, rdata)));
  return names.filter((name) => isAtOrBelow(name, apex));
}

/** What visitors, senders and receivers ask for first. */
const firstAsked: ReadonlySet<string> = new Set(['A', 'MX']);
const mostAskedDirectly = 3;
/** As many as may be under way: the share of answers that are errors holds a place for each question until it is answered. */
const askedAtOnce = 2;

/**
 * What the resolver says is missing, from a name server itself: a resolver that answers from cached denials (RFC 8198) hides what
 * they deny.
 */
async function hiddenFrom(context: ProbeContext, apex: string, missing: readonly Asked[]): Promise<Message[]> {
  if (missing.length === 0) return [];
  const [server] = await existenceServersOf(context, apex);
  if (server === undefined) return [];
  const wanted = missing.slice(0, mostAskedDirectly);
  const answers = [];
  for (let first = 0; first < wanted.length; first += askedAtOnce)
    answers.push(
      ...(await Promise.all(
        wanted
          .slice(first, first + askedAtOnce)
          .map(async (asked) => context.authoritative.ask(server, { ...asked, mayFail: true }, context)),
      )),
    );
  return answers.flatMap((answer) =>
    answer.ok && answer.reply.readable && answer.reply.message.flags.authoritative ? [answer.reply.message] : [],
  );
}

/** The denials of the zone that speak against its own answers, among all that the audit asks of it. */
export async function contradictionsOf(
  context: ProbeContext,
  apex: string,
  { questions, hosts }: { questions: readonly Question[]; hosts: readonly string[] },
): Promise<DnssecEvidence['contradictions']> {
  const own = hosts.filter((host) => isAtOrBelow(host, apex));
  const servers = await serversIn(context, apex);
  const addressed = [...new Set([...own, ...servers])].toSorted().slice(0, mostHosts);
  const policy = { name: joinLabels(['_dmarc', ...labelsOf(context.target.domain)]), type: 'TXT' };
  const asked: Asked[] = [
    policy,
    ...questions,
    ...questions.filter(({ name }) => name !== apex).map(({ name }) => ({ name, type: 'DS' })),
    ...zoneTypes.map((type) => ({ name: apex, type })),
    ...addressed.flatMap((name) => ['A', 'AAAA'].map((type) => ({ name, type }))),
  ];
  const answered = await Promise.all(
    asked.map(async (one) => ({ ...one, message: await messageOf(context, one.name, one.type) })),
  );
  const messages = answered.flatMap(({ message }) => message ?? []);
  const ofSite = questions.filter(({ type, purpose }) => firstAsked.has(type) && purpose !== 'missing-name');
  // What is missing at the apex is no error there, unlike names that do not exist.
  const expected = [
    ...ofSite.filter(({ name }) => name === apex),
    policy,
    ...ofSite.filter(({ name }) => name !== apex),
  ];
  const missing = expected.filter(({ name, type }) =>
    answered.some((one) => one.name === name && one.type === type && one.message?.answers.length === 0),
  );
  const found = await contradictionsIn(
    [...messages, ...(await hiddenFrom(context, apex, missing))],
    await keysOf(context, apex),
    context.validator,
  );
  return found.map(({ record, type, ...facts }) => ({
    owner: canonicalName(record.name),
    type: typeName(record.type) === 'NSEC' ? ('NSEC' as const) : ('NSEC3' as const),
    data: printRdata(record.type, record.rdata),
    setType: type,
    ...facts,
  }));
}
