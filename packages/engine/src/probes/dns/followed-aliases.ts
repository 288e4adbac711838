import { canonicalName } from '@perimeter/protocols/dns/name';
import type { DnsAnswer, DnsEvidence } from '../../evidence/dns/schema.ts';
import type { ProbeContext } from '../probe.ts';

/** Most alias links that are followed: resolvers stop earlier. */
const mostLinks = 16;

const isUseless = ({ status }: DnsAnswer): boolean => status === 'servfail' || status === 'failed';

/** The aliases from a name, each queried alone; in a loop the last one repeats an earlier one. */
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
 * The aliases of names whose addresses the resolver cannot find: it fails at a loop, but returns each single link (RFC
 * 1034 section 3.6.2: a CNAME query does not follow the alias).
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
