import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { PageReference } from '../../evidence/page/schema.ts';
import type { ProbeContext } from '../probe.ts';

/** Domains whose registration is looked up at most: those whose code runs in the page, and those that policies name and links lead to. */
const maxLoaded = 25;
const maxLinked = 25;

type Use = PageReference['usedBy'][number];

const kinds: ReadonlySet<string> = new Set(['script', 'style', 'frame']);
const isKind = (kind: string): kind is Use['kind'] => kinds.has(kind);

const hostOf = (url: string): string | null =>
  /^https?:/.test(url) && URL.canParse(url) ? new URL(url).hostname : null;

/** Hosts by their registrable domain, each use once; the own domain and addresses are none. */
function byDomain(uses: readonly Use[], own: string): Map<string, Use[]> {
  const domains = new Map<string, Use[]>();
  for (const use of uses) {
    const domain = registeredDomainOf(use.host);
    if (domain === null || domain === own) continue;
    const known = domains.get(domain) ?? [];
    if (!known.some(({ kind, host }) => kind === use.kind && host === use.host)) domains.set(domain, [...known, use]);
  }
  return domains;
}

/** Asks DNS, and where it denies a domain the registry, whether the domains that a document refers to belong to anybody. */
export async function askReferences(
  context: ProbeContext,
  { resources, links }: DocumentFacts,
  policed: readonly string[],
): Promise<PageReference[]> {
  const { registrableDomain, scanMode } = context.target;
  const loaded = resources.flatMap(({ kind, url }): Use[] => {
    const host = hostOf(url);
    return host === null || !isKind(kind) ? [] : [{ kind, host }];
  });
  const named = [
    ...policed.map((host): Use => ({ kind: 'policy', host: host.replace(/^\*\.?/, '') })),
    ...links.map(({ host }): Use => ({ kind: 'link', host })),
  ];
  const linked = scanMode === 'deep' ? named : [];
  const asked = new Map([...byDomain(linked, registrableDomain)].slice(0, maxLinked));
  for (const [domain, uses] of [...byDomain(loaded, registrableDomain)].slice(0, maxLoaded))
    asked.set(domain, [...uses, ...(asked.get(domain) ?? [])]);
  const one = async ([domain, usedBy]: [string, Use[]]): Promise<PageReference> => ({
    registration: await context.registrations.lookup(domain, context),
    usedBy: usedBy.slice(0, 20),
  });
  return Promise.all([...asked].map(one));
}
