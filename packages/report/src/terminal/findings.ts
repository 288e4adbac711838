import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { orderedIssues } from '../verdict/fix-first.ts';
import { displayWidth, truncate } from '../display-width.ts';
import { severityCounts } from './headline.ts';
import { quoted } from './quoted.ts';
import { readRemedy, type Remedy } from './remedy.ts';
import { heading, MARGIN, paragraph, row, type Screen } from './screen.ts';
import { type Line, span } from './style.ts';
import { counted } from '../words.ts';

type NonEmpty<T> = [T, ...T[]];

const INDENT = 4;
const FIX_INDENT = INDENT + 'Fix  '.length;
const MAX_SIGHTS = 3;
const MAX_PLACES = 6;
const MAX_EVIDENCE_LINES = 8;
const MAX_EXAMPLE_LINES = 10;

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/u);
  return lines.slice(0, 1 + lines.findLastIndex((line) => line.trim() !== ''));
};

/** Where a finding was seen; a long URL is cut before the address, which distinguishes places. */
function place(screen: Screen, { affectedUrl, address, port }: Finding): Line {
  const peer = [address, port === null ? null : `port ${port}`].filter((part) => part !== null).join(' ');
  const tail = peer === '' ? '' : ` (${screen.clean(peer, 80)})`;
  const url = truncate(
    screen.clean(affectedUrl, 500),
    screen.width - INDENT - 1 - displayWidth(tail),
    screen.symbols.cut,
  );
  return row(screen, INDENT, `${url}${tail}`, 'place');
}

function places(screen: Screen, findings: readonly Finding[]): Line[] {
  const rest = findings.length - MAX_PLACES;
  return [
    ...findings.slice(0, MAX_PLACES).map((finding) => place(screen, finding)),
    ...(rest > 0 ? [row(screen, INDENT, `${screen.symbols.cut} and ${counted(rest, 'more finding')}`, 'dim')] : []),
  ];
}

/** The places without evidence here, and what was found there where that is not described above. */
function otherPlaces(screen: Screen, shown: readonly Issue[], rest: readonly Issue[]): Line[] {
  const described = new Set(shown.map(([{ description }]) => description));
  const [known = [], other = []] = [true, false].map((is) =>
    rest.flat().filter(({ description }) => described.has(description) === is),
  );
  const kinds = grouped(other, ({ description }) => description);
  const left = kinds.slice(MAX_PLACES).flat().length;
  return [
    ...places(screen, known),
    ...kinds
      .slice(0, MAX_PLACES)
      .flatMap((kind) => [
        ...places(screen, kind),
        ...paragraph(screen, screen.clean(kind[0].description), { indent: INDENT }),
      ]),
    ...(left > 0 ? [row(screen, INDENT, `${screen.symbols.cut} and ${counted(left, 'more finding')}`, 'dim')] : []),
  ];
}

/** The places where the same thing was seen, and what that was. */
const sight = (screen: Screen, findings: Issue): Line[] => [
  ...places(screen, findings),
  ...paragraph(screen, screen.clean(findings[0].description), { indent: INDENT }),
  ...quoted(screen, linesOf(findings[0].evidence), { indent: INDENT, maxLines: MAX_EVIDENCE_LINES }),
];

function exampleLines(screen: Screen, { text, example }: Remedy): Line[] {
  if (example === null) return [];
  const label =
    example.label === '' || text === '' ? [] : [row(screen, FIX_INDENT, screen.clean(`${example.label}:`, 80), 'dim')];
  return [...label, ...quoted(screen, example.lines, { indent: FIX_INDENT, maxLines: MAX_EXAMPLE_LINES })];
}

/** The fix, one example, and where the others are. */
function fix(screen: Screen, finding: Finding, moduleId: string): Line[] {
  const remedy = readRemedy(finding.remediation.fix);
  const text = remedy.text === '' && remedy.example !== null ? `Example (${remedy.example.label}):` : remedy.text;
  const more = remedy.others.length === 0 ? 'More' : `More examples (${remedy.others.join(', ')})`;
  const page = `docs/checks/${moduleId}.md#${finding.checkId}`;
  return [
    ...paragraph(screen, screen.clean(text), { indent: INDENT, lead: ['Fix  ', 'good'] }),
    ...exampleLines(screen, remedy),
    ...paragraph(screen, screen.clean(`${more}: ${page}`), { indent: FIX_INDENT, style: 'dim' }),
  ];
}

/** Severity, score and title; the badge has a blank on either side, as part of its background. */
function titled(screen: Screen, { severity, cvss, title }: Finding): Line[] {
  const badge = ` ${screen.symbols.severity[severity]} ${severity.toUpperCase()} ${cvss.toFixed(1)} `;
  return paragraph(screen, ` ${screen.clean(title)}`, { indent: 1, lead: [badge, severity], style: 'bold' }).map(
    (line) => line.map((piece, index) => (index === line.length - 1 ? { ...piece, text: ` ${piece.text}` } : piece)),
  );
}

/** Groups in the order of their first member. */
function grouped<T>(items: readonly T[], key: (item: T) => string): NonEmpty<T>[] {
  const found = new Map<string, NonEmpty<T>>();
  for (const item of items) {
    const known = found.get(key(item));
    if (known === undefined) found.set(key(item), [item]);
    else known.push(item);
  }
  return [...found.values()];
}

/** Evidence without its reproducing command, which differs between places. */
const withoutCommand = (evidence: string): string => evidence.replace(/\n?Reproduce: [^\n]*\s*$/u, '');

/** An issue: its title once, its observations with places, and one fix. */
function group(screen: Screen, findings: Issue, moduleId: string): Line[] {
  const [first] = findings;
  const dot = ` ${screen.symbols.dot} `;
  const facts = [
    first.checkId,
    first.confidence,
    ...(findings.length === 1 ? [] : [counted(findings.length, 'finding')]),
  ];
  const sights = grouped(findings, ({ description, evidence }) => `${description}\0${withoutCommand(evidence)}`);
  const waived = screen.acceptedPart(findings);
  return [
    ...titled(screen, first),
    row(screen, INDENT, screen.clean(facts.join(dot)), 'dim'),
    ...(waived === null ? [] : paragraph(screen, screen.clean(`Risk ${waived}`), { indent: INDENT, style: 'fair' })),
    ...sights.slice(0, MAX_SIGHTS).flatMap((one) => sight(screen, one)),
    ...otherPlaces(screen, sights.slice(0, MAX_SIGHTS), sights.slice(MAX_SIGHTS)),
    ...fix(screen, first, moduleId),
    [],
  ];
}

/** The badge of an issue: its severity and score. */
const badgeOf = (screen: Screen, { severity, cvss }: Finding): string =>
  `${screen.symbols.severity[severity]} ${severity.toUpperCase().padEnd('CRITICAL'.length)} ${cvss.toFixed(1).padStart(4)}`;

/** The issues in the available rows, in the order of fixing, after the number of each severity. */
export function issuesInShort(report: Report, screen: Screen, rows: number): Line[] {
  const issues = orderedIssues(report);
  const shown = issues.slice(0, issues.length > rows ? rows - 1 : rows);
  const rest = issues.length - shown.length;
  const title = heading(screen, 'Issues', severityCounts(report, screen));
  if (issues.length === 0) return [title, [span(`  ${screen.symbols.good} `, 'good'), span('none')], []];
  return [
    title,
    ...shown.map(([first]): Line => {
      const badge = badgeOf(screen, first);
      const room = screen.width - MARGIN - displayWidth(badge) - 3;
      return [
        span(' '.repeat(MARGIN)),
        span(badge, first.severity),
        span(`  ${truncate(screen.clean(first.title), room, screen.symbols.cut)}`),
      ];
    }),
    ...(rest > 0 ? [row(screen, MARGIN, `${screen.symbols.cut} and ${counted(rest, 'more issue')}`, 'dim')] : []),
    [],
  ];
}

/** All issues with their findings, in the order of fixing. */
export function findingLines(report: Report, screen: Screen): Line[] {
  const moduleOf = new Map(report.modules.flatMap(({ id, checks }) => checks.map((check) => [check.id, id] as const)));
  const issues = orderedIssues(report);
  if (issues.length === 0) return [];
  return [
    heading(screen, 'Issues in detail', [span(`${issues.length} `, 'dim')]),
    ...issues.flatMap((one) => group(screen, one, moduleOf.get(one[0].checkId) ?? 'README')),
  ];
}
