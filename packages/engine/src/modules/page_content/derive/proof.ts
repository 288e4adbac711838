import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { bothLines, digLine } from '../../../catalogue/dig.ts';
import { elementLine, textLine } from '../../../catalogue/reproduce-http.ts';
import type { Lines } from '../../../catalogue/outcome.ts';
import type { PageContent } from '../../derive/subjects/page.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** Most references in a proof. */
const maxShown = 20;

/** A reference of the page, as its facts have it. */
const referenceLine = ({ kind, url, line, integrity, crossorigin }: PageResource): string =>
  [
    `Line ${line}: ${kind} ${shorten(url, 300)}`,
    integrity === null ? '' : ` integrity="${shorten(integrity, 200)}"`,
    crossorigin === null ? '' : ` crossorigin="${crossorigin}"`,
  ].join('');

/** The part of a URL that the page contains however it writes the rest. */
const searched = ({ url, written }: PageResource): string => {
  const { host, pathname } = new URL(url);
  return written === 'relative'
    ? pathname.slice(pathname.lastIndexOf('/') + 1)
    : `${host}${pathname === '/' ? '' : pathname}`;
};

/** References of the page, and the command that shows the first. */
export function referenceProof(page: PageContent, resources: readonly PageResource[]): Lines {
  const [first] = resources;
  const left = resources.length - maxShown;
  return [
    `GET ${page.url}`,
    resources.slice(0, maxShown).map(referenceLine),
    left > 0 ? `[cut: ${left} more]` : null,
    first === undefined ? null : elementLine(page.location, searched(first)),
  ];
}

/** Lines of proof from the page, and the command that shows a text in it; owner: a domain whose registration is in question. */
export const pageProof = (page: PageContent, lines: Lines, text: string, owner?: string): Lines => [
  `GET ${page.url}`,
  lines,
  owner === undefined ? textLine(page.location, text) : bothLines(textLine(page.location, text), digLine('NS', owner)),
];
