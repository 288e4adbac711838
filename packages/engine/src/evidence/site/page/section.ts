import type { Section, SectionCell } from '@perimeter/contract/section';
import { vendorBuild } from '@perimeter/protocols/libraries/version';
import type { SomeEvidence } from '../../evidence.ts';
import { failureText } from '../../failure-text.ts';
import { moreThan } from '../../limited.ts';
import { filled, state, tableOf } from '../../section.ts';
import type { PageEvidence, PageScript } from '../../page/schema.ts';
import { type LoadedSite, maxSites, sitesOf, thirdParties } from './sites.ts';

/** Forms of one document that a table shows at most. */
const maxForms = 40;

const integrityCell = ({ own, code, integrity }: LoadedSite): SectionCell =>
  own || code === 0
    ? null
    : integrity === code
      ? state('good', 'all')
      : state('fair', integrity === 0 ? 'none' : `${integrity} of ${code}`);

const sitesTable = (sites: readonly LoadedSite[]) =>
  tableOf(
    'Resources of the page',
    [
      ['Site', 'code'],
      ['Integrity', 'status'],
      ['Kinds', 'text'],
      ['Count', 'number'],
      ['Owner', 'text'],
    ],
    sites
      .slice(0, maxSites)
      .map((one) => [one.site, integrityCell(one), one.kinds.join(', '), one.count, one.own ? 'own' : 'third party']),
    moreThan(sites, maxSites),
  );

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

/** Flaws by their numbers; the end of support is none. */
const flawsIn = (advisories: readonly { id: string; endOfLife?: true | undefined }[]): number =>
  new Set(advisories.filter(({ endOfLife }) => endOfLife !== true).map(({ id }) => id)).size;

const libraryTable = ({ libraries = [], libraryList }: PageEvidence) =>
  tableOf(
    'JavaScript libraries',
    [
      ['Library', 'code'],
      ['Version', 'code'],
      ['Recognised by', 'text'],
      ['Known flaws', 'number'],
      ['URL', 'code'],
    ],
    libraries
      .slice(0, maxSites)
      .map(({ name, version, by, url, advisories }) => [
        name,
        version,
        by,
        vendorBuild(version) === null ? flawsIn(advisories) : null,
        url,
      ]),
    libraryList === undefined
      ? null
      : `By the list ${libraryList.name} of ${libraryList.date}. Builds of vendors are not compared with it.`,
  );

const referenceTable = ({ references = [] }: PageEvidence) =>
  tableOf(
    'Domains of others',
    [
      ['Domain', 'code'],
      ['Used for', 'text'],
      ['Registration', 'status'],
    ],
    references
      .slice(0, maxSites)
      .map(({ registration: { domain, status }, usedBy }) => [
        domain,
        [...new Set(usedBy.map(({ kind }) => kind))].join(', '),
        state(status === 'unregistered' ? 'bad' : status === 'unknown' ? 'fair' : 'neutral', status),
      ]),
    moreThan(references, maxSites),
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
        .slice(0, maxForms)
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
export function pageSection(evidence: SomeEvidence): Section | null {
  const { page } = evidence;
  if (page === undefined || !page.documents.some(({ role }) => role === 'final')) return null;
  const { own, sites } = sitesOf(evidence) ?? { own: '', sites: [] };
  const parties = thirdParties(sites, own);
  return {
    id: 'page',
    title: 'Page content',
    tables: filled(
      sitesTable(sites),
      referenceTable(page),
      libraryTable(page),
      inlineTable(page),
      formTable(page),
      scriptTable(page),
    ),
    figures: parties.edges.length === 0 ? [] : [{ caption: 'Third parties of the page', scene: parties }],
  };
}
