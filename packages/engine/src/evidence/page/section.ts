import type { Scene, Section } from '@perimeter/contract/section';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { failureText } from '../failure-text.ts';
import type { HttpEvidence } from '../http/schema.ts';
import { filled, state, tableOf } from '../section.ts';
import type { PageEvidence, PageScript } from './schema.ts';

/** Sites that a table or a figure shows at most. */
const maxSites = 40;

/** What a page loads from one site. */
interface LoadedSite {
  site: string;
  isOwn: boolean;
  kinds: string[];
  count: number;
  withIntegrity: number;
}

const siteOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return hostname === '' ? null : (registrableDomainOf(hostname) ?? hostname);
};

/** Resources by the site that serves them, the own one first, then by count. */
function loadedSites(resources: readonly PageResource[], own: string | null): LoadedSite[] {
  const bySite = new Map<string, PageResource[]>();
  for (const resource of resources) {
    const site = siteOf(resource.url);
    if (site !== null) bySite.set(site, [...(bySite.get(site) ?? []), resource]);
  }
  return [...bySite]
    .map(([site, loaded]) => ({
      site,
      isOwn: site === own,
      kinds: [...new Set(loaded.map(({ kind }) => kind))].toSorted(),
      count: loaded.length,
      withIntegrity: loaded.filter(({ integrity }) => integrity !== null).length,
    }))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.count - a.count || (a.site < b.site ? -1 : 1));
}

const moreThan = (all: readonly unknown[], most: number): string | null =>
  all.length <= most ? null : `The first ${most} of ${all.length}.`;

const sitesTable = (sites: readonly LoadedSite[]) =>
  tableOf(
    'Resources of the page',
    [
      ['Site', 'code'],
      ['Owner', 'text'],
      ['Kinds', 'text'],
      ['Count', 'number'],
      ['With integrity', 'number'],
    ],
    sites
      .slice(0, maxSites)
      .map(({ site, isOwn, kinds, count, withIntegrity }) => [
        site,
        isOwn ? 'own' : 'other',
        kinds.join(', '),
        count,
        withIntegrity,
      ]),
    moreThan(sites, maxSites),
  );

/** Sites of others in a ring around the own one; the words beside an arrow say what is loaded. */
function thirdParties(sites: readonly LoadedSite[], own: string): Scene {
  const others = sites.filter(({ isOwn }) => !isOwn).slice(0, maxSites);
  const node = (id: string, details: string[]) => ({ id, label: id, details, tone: 'neutral' as const });
  return {
    nodes: [node(own, ['this site']), ...others.map(({ site, count }) => node(site, [`${count} resources`]))],
    edges: others.map(({ site, kinds }) => ({ from: own, to: site, label: kinds.join(', '), tone: 'neutral' })),
  };
}

function scriptRow({ url, answer }: PageScript) {
  if (!answer.known) return [url, null, null, null, state('fair', failureText(answer.failure))];
  const { status, bytes, integrity, sourceMap } = answer.value;
  return [
    url,
    status,
    bytes,
    `sha384-${integrity.sha384}`,
    state('neutral', sourceMap === null ? 'no source map' : 'names a source map'),
  ];
}

const scriptTable = ({ scripts, scriptsLeft }: PageEvidence) =>
  tableOf(
    'Own scripts',
    [
      ['URL', 'code'],
      ['Status', 'number'],
      ['Bytes', 'number'],
      ['Integrity', 'code'],
      ['Result', 'status'],
    ],
    scripts.map(scriptRow),
    scriptsLeft === 0 ? null : `${scriptsLeft} more were not fetched.`,
  );

const formTable = ({ documents }: PageEvidence) =>
  tableOf(
    'Forms',
    [
      ['Page', 'text'],
      ['Method', 'code'],
      ['Action', 'code'],
      ['Fields', 'text'],
      ['Password', 'text'],
    ],
    documents.flatMap(({ role, facts }) =>
      facts.forms
        .slice(0, maxSites)
        .map(({ method, action, fields, password }) => [
          role === 'final' ? 'final document' : 'missing page',
          method,
          action,
          fields.join(', '),
          password ? 'yes' : 'no',
        ]),
    ),
  );

const inlineTable = ({ documents }: PageEvidence) =>
  tableOf(
    'Inline code',
    [
      ['Page', 'text'],
      ['Scripts', 'number'],
      ['With nonce', 'number'],
      ['Event handlers', 'number'],
      ['javascript: URLs', 'number'],
      ['Styles', 'number'],
    ],
    documents.map(({ role, facts: { inline } }) => [
      role === 'final' ? 'final document' : 'missing page',
      inline.scripts,
      inline.withNonce,
      inline.handlers,
      inline.javascriptUrls,
      inline.styles + inline.styleAttributes,
    ]),
  );

/** What the site's documents hold: what they load and from whom, their forms, and their own scripts. */
export function pageSection({
  page,
  http,
}: {
  page?: PageEvidence | undefined;
  http?: HttpEvidence | undefined;
}): Section | null {
  const final = page?.documents.find(({ role }) => role === 'final');
  if (page === undefined || final === undefined) return null;
  const url = http?.exchanges.find(({ id }) => id === final.exchange)?.url ?? '';
  const own = siteOf(url) ?? 'this site';
  const sites = loadedSites(final.facts.resources, own);
  const parties = thirdParties(sites, own);
  return {
    id: 'page',
    title: 'Page content',
    tables: filled(sitesTable(sites), inlineTable(page), formTable(page), scriptTable(page)),
    figures: parties.edges.length === 0 ? [] : [{ caption: 'Third parties of the page', scene: parties }],
  };
}
