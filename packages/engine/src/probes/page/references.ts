import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { PageReference } from '../../evidence/page/schema.ts';
import { maxUses, type PageUse, usesIn } from '../../evidence/page/uses.ts';
import { askOwners, domainsOfOthers, type Referred } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

/** Domains whose registration is looked up at most: those whose code runs in the page or that visitors are sent to, and those that policies name and links lead to. */
const maxLoaded = 25;
const maxLinked = 25;

/** Asks DNS, and where it denies a domain the registry, whether the domains that a document refers to belong to anybody. */
export async function askReferences(
  context: ProbeContext,
  facts: DocumentFacts,
  policed: readonly string[],
): Promise<PageReference[]> {
  const loaded = usesIn(facts);
  const named = [
    ...policed.map((host): PageUse => ({ kind: 'policy', host: host.replace(/^\*\.?/, '') })),
    ...facts.links.map(({ host }): PageUse => ({ kind: 'link', host })),
  ];
  const others = (uses: readonly PageUse[]): Referred<PageUse> => domainsOfOthers(context, uses, ({ host }) => host);
  const linked = context.target.scanMode === 'deep' ? others(named) : [];
  const asked = new Map(linked.slice(0, maxLinked));
  for (const [domain, uses] of others(loaded).slice(0, maxLoaded))
    asked.set(domain, [...uses, ...(asked.get(domain) ?? [])]);
  return askOwners(
    context,
    [...asked].map(([domain, usedBy]) => [domain, usedBy.slice(0, maxUses)]),
  );
}
