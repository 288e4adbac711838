import type { HttpResource } from '@perimeter/contract/observed/http';
import type { Scene, SceneNode } from '@perimeter/contract/section';
import { siteOfHost } from '@perimeter/protocols/domain/name';
import type { PageResource, ResourceKind } from '@perimeter/protocols/html/document/facts';
import type { SomeEvidence } from '../../evidence.ts';
import { documentOfSite } from '../document/of-site.ts';

/** Sites that a table or a figure shows at most. */
export const maxSites = 40;

/** What a page loads from one site. */
export type LoadedSite = HttpResource;

const siteOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return hostname === '' ? null : siteOfHost(hostname);
};

/** What an integrity attribute protects (SRI section 3.6): scripts, style sheets, and preloads of them. */
const isCode = ({ kind, as }: PageResource): boolean =>
  kind === 'script' || kind === 'style' || (kind === 'preload' && (as === 'script' || as === 'style'));

/** Resources by the site that serves them, the own one first, then by count. */
function loadedSites(resources: readonly PageResource[], own: string): LoadedSite[] {
  const bySite = new Map<string, PageResource[]>();
  for (const resource of resources) {
    const site = siteOf(resource.url);
    if (site !== null) bySite.set(site, [...(bySite.get(site) ?? []), resource]);
  }
  return [...bySite]
    .map(([site, loaded]): LoadedSite => {
      const code = loaded.filter(isCode);
      return {
        site,
        own: site === own,
        kinds: [...new Set(loaded.map(({ kind }) => kind))].toSorted(),
        count: loaded.length,
        code: code.length,
        integrity: code.filter(({ integrity }) => integrity !== null).length,
      };
    })
    .toSorted((a, b) => Number(b.own) - Number(a.own) || b.count - a.count || (a.site < b.site ? -1 : 1));
}

/** The site of the document that checks judge and all sites that it loads from: none where another site's was read; null where it was not read. */
export function sitesOf(evidence: SomeEvidence): { own: string; sites: LoadedSite[] } | null {
  const document = documentOfSite(evidence);
  if (document === null && evidence.page?.documents.some(({ role }) => role === 'final')) return { own: '', sites: [] };
  if (document === null || document.facts === null) return null;
  const own = siteOf(document.answer.exchange.url) ?? 'this site';
  return { own, sites: loadedSites(document.facts.resources, own) };
}

/** From what runs in the page to what is only shown: the rings of the figure, from the inside. */
const rings: readonly (readonly [words: string, kinds: readonly ResourceKind[]])[] = [
  ['scripts', ['script', 'worker', 'object', 'embed']],
  ['frames', ['frame']],
  ['style sheets', ['style', 'manifest']],
  ['media', ['image', 'media', 'font', 'preload']],
];

const ringOf = ({ kinds }: LoadedSite): string =>
  rings.find(([, of]) => of.some((kind) => kinds.includes(kind)))?.[0] ?? 'media';

function partyNode(site: LoadedSite): SceneNode {
  const { code, integrity, kinds } = site;
  const lacks = code - integrity;
  const protection = lacks === 0 ? 'integrity' : integrity === 0 ? 'no integrity' : 'integrity in part';
  const details = [...(code === 0 ? [] : [protection]), kinds.join(', ')];
  return { id: site.site, label: site.site, details, tone: lacks > 0 ? 'fair' : 'neutral', ring: ringOf(site) };
}

/** Third parties around the own site, those whose code runs in the page nearest to it. */
export function thirdParties(sites: readonly LoadedSite[], own: string): Scene {
  const names = rings.map(([words]) => words);
  const others = sites
    .filter((one) => !one.own)
    .slice(0, maxSites)
    .toSorted((a, b) => names.indexOf(ringOf(a)) - names.indexOf(ringOf(b)));
  return {
    layout: 'around',
    nodes: [
      { id: 'page', label: own, details: ['this site'], tone: 'neutral' },
      ...others.map((one) => partyNode(one)),
    ],
    edges: others.map(({ site }) => ({ from: 'page', to: site, label: null, tone: 'neutral' })),
  };
}
