import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { PageReference } from '../../evidence/page/schema.ts';
import { maxUses, type PageUse, usesIn } from '../../evidence/page/uses.ts';
import { askOwners, domainsOfOthers, type Referred } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

/** Most domains whose registration is looked up: those with code in the page or to which visitors are sent, and those in policies and links. */
const maxLoaded = 25;
const maxLinked = 25;

/** Looks up in DNS, and if that denies a domain in the registry, whether referenced domains are registered. */
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
