import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import { reversedAddress } from '../../evidence/routing/prefix.ts';
import type { Listing, NeededHost, UsedAddress } from '../../evidence/routing/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { BlockList } from '../../net/sources/read-sources.ts';
import type { ProbeContext } from '../probe.ts';
import { dataOf } from './hosts.ts';
import { listMs, routingCaps } from './limits.data.ts';

type Question = Pick<Listing, 'role' | 'subject'>;

/** RFC 5782 section 5: entries that a list must have, and must not have. */
const testsOf = ({ about, testPoint }: BlockList): Question[] =>
  about === 'address'
    ? [
        { role: 'listed-test', subject: '127.0.0.2' },
        { role: 'unlisted-test', subject: '127.0.0.1' },
      ]
    : [
        { role: 'listed-test', subject: testPoint },
        { role: 'unlisted-test', subject: 'invalid' },
      ];

async function ask({ resolver, signal }: ProbeContext, list: BlockList, question: Question): Promise<Listing> {
  const { about, zone, shown, isSpamhaus } = list;
  const label = about === 'address' ? reversedAddress(question.subject) : question.subject;
  using deadline = startDeadline(signal, { name: 'ask()', timeoutMs: listMs });
  const name = `${label ?? 'invalid'}.${zone}`;
  const { failure: _, ...answer } = await resolver.query(name, 'A', { signal: deadline.signal });
  // A failure may contain the queried name, and with it the key.
  const answers = answer.status === 'nxdomain' ? seen([]) : dataOf(answer, 'A');
  return { list: shown, about, isSpamhaus, ...question, answers };
}

/** Addresses and domains that are looked up: of web and mail, not of foreign name servers. */
function subjectsOf(
  about: BlockList['about'],
  hosts: readonly NeededHost[],
  { addresses, domain }: { addresses: readonly UsedAddress[]; domain: string },
): string[] {
  if (about === 'domain')
    return [...new Set([domain, ...hosts.flatMap(({ name }) => registrableDomainOf(name) ?? [])])];
  const own = new Set(hosts.filter(({ role }) => role !== 'name-server').flatMap(knownAddresses));
  return addresses.flatMap(({ address, blockedBy }) => (own.has(address) && blockedBy === undefined ? [address] : []));
}

/** Queries the operator's block lists, each with its test points first. */
export async function askLists(
  context: ProbeContext,
  hosts: readonly NeededHost[],
  addresses: readonly UsedAddress[],
): Promise<Listing[]> {
  const { settings, target } = context;
  const most = routingCaps[target.scanMode].listed;
  if (most === 0) return [];
  const asked = (settings.sources?.blockLists ?? []).map(async (list) => {
    const subjects = subjectsOf(list.about, hosts, { addresses, domain: target.registrableDomain }).slice(0, most);
    const questions = [...testsOf(list), ...subjects.map((subject): Question => ({ role: 'subject', subject }))];
    return Promise.all(questions.map(async (question) => ask(context, list, question)));
  });
  return (await Promise.all(asked)).flat();
}
