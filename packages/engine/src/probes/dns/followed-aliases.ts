import { canonicalName } from '@perimeter/protocols/dns/name';
import type { DnsAnswer, DnsEvidence } from '../../evidence/dns/schema.ts';
import type { ProbeContext } from '../probe.ts';

/** Links that are followed: resolvers give up earlier. */
const mostLinks = 16;

const isUseless = ({ status }: DnsAnswer): boolean => status === 'servfail' || status === 'failed';

/** The aliases from a name on, each asked for by itself; the last one stands there before where they loop. */
async function followed({ resolver, signal }: Pick<ProbeContext, 'resolver' | 'signal'>, name: string) {
  const chain: string[] = [];
  for (let last = name; chain.length < mostLinks;) {
    const { records } = await resolver.query(last, 'CNAME', { signal });
    const target = records.find(({ type }) => type === 'CNAME');
    if (target === undefined) break;
    const next = canonicalName(target.data);
    const isLoop = next === name || chain.includes(next);
    chain.push(next);
    if (isLoop) break;
    last = next;
  }
  return { name, chain };
}

/**
 * The aliases of names whose addresses the resolver cannot find: it fails at a loop, but hands on what the name servers answer
 * for each link (RFC 1034 section 3.6.2: a question for CNAME is not restarted).
 */
export async function aliasesFollowed(
  context: Pick<ProbeContext, 'resolver' | 'signal'>,
  answers: readonly DnsAnswer[],
): Promise<Pick<DnsEvidence, 'followedAliases'>> {
  const names = [
    ...new Set(answers.filter((answer) => answer.type === 'A' && isUseless(answer)).map(({ name }) => name)),
  ];
  const found = await Promise.all(names.map(async (name) => followed(context, name)));
  const aliases = found.filter(({ chain }) => chain.length > 0);
  return aliases.length === 0 ? {} : { followedAliases: aliases };
}
