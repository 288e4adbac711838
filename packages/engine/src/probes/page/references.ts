import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { PageReference } from '../../evidence/page/schema.ts';
import { askOwners, domainsOfOthers, type Referred } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

/** Domains whose registration is looked up at most: those whose code runs in the page or that visitors are sent to, and those that policies name and links lead to. */
const maxLoaded = 25;
const maxLinked = 25;

type Use = PageReference['usedBy'][number];

const kinds: ReadonlySet<string> = new Set(['script', 'style', 'frame', 'form', 'refresh']);
const isKind = (kind: string): kind is Use['kind'] => kinds.has(kind);

const hostOf = (url: string): string | null =>
  /^https?:/.test(url) && URL.canParse(url) ? new URL(url).hostname : null;

/** Asks DNS, and where it denies a domain the registry, whether the domains that a document refers to belong to anybody. */
export async function askReferences(
  context: ProbeContext,
  { resources, links, forms, metaRefresh }: DocumentFacts,
  policed: readonly string[],
): Promise<PageReference[]> {
  const used = [
    ...resources,
    ...forms.flatMap(({ action, overrides = [] }) => [action, ...overrides].map((url) => ({ kind: 'form', url }))),
    ...(metaRefresh === null ? [] : [{ kind: 'refresh', url: metaRefresh.url }]),
  ];
  const loaded = used.flatMap(({ kind, url }): Use[] => {
    const host = hostOf(url);
    return host === null || !isKind(kind) ? [] : [{ kind, host }];
  });
  const named = [
    ...policed.map((host): Use => ({ kind: 'policy', host: host.replace(/^\*\.?/, '') })),
    ...links.map(({ host }): Use => ({ kind: 'link', host })),
  ];
  const others = (uses: readonly Use[]): Referred<Use> => domainsOfOthers(context, uses, ({ host }) => host);
  const linked = context.target.scanMode === 'deep' ? others(named) : [];
  const asked = new Map(linked.slice(0, maxLinked));
  for (const [domain, uses] of others(loaded).slice(0, maxLoaded))
    asked.set(domain, [...uses, ...(asked.get(domain) ?? [])]);
  return askOwners(
    context,
    [...asked].map(([domain, usedBy]) => [domain, usedBy.slice(0, 20)]),
  );
}
