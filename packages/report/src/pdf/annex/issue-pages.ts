import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { sha256Hex } from '../../canonical/digest.ts';
import { issueRow } from '../board/steps.ts';
import { createPrinter } from '../printable.ts';
import { clean, cleanMono } from '../typography.ts';
import { codeLines } from './code-lines.ts';
import { printEvidence } from './evidence.ts';
import type { AnnexLimits } from './limits.ts';
import { printedProse, printedRemedy } from './remedy.ts';

/** Issues printed with all prose and evidence; others are only in the attachment. */
const maxDetailed = 150;
const evidenceColumns = 98;
/** Longest address that is printed within a line. */
const longestInLine = 80;

const mono = createPrinter('Perimeter Mono');

const place = ({ affectedUrl, host, category, address, port }: Finding): string => {
  const url = category === 'dns_email' ? host : affectedUrl;
  const where = [...(address === null ? [] : [address]), ...(port === null ? [] : [`port ${port}`])].join(' ');
  return where === '' ? url : `${url} (${where})`;
};

const REPRODUCE = /^Reproduce: (?<command>\S.*)$/gmu;

/** Separates evidence from its reproducing commands. */
function apart(evidence: string): { evidence: string; commands: string[] } {
  const commands = [...evidence.matchAll(REPRODUCE)].map(({ groups }) => groups?.['command'] ?? '');
  return { evidence: commands.length === 0 ? evidence : evidence.replaceAll(REPRODUCE, '').trimEnd(), commands };
}

function sightOf(finding: Finding, { evidenceLines: maxLines }: AnnexLimits): object {
  const { evidence, commands } = apart(finding.evidence);
  return {
    place: cleanMono(place(finding), 300, longestInLine),
    description: clean(finding.description, 1_200),
    evidence: printEvidence(evidence, mono, { columns: evidenceColumns, maxLines }),
    commands: codeLines(commands, 'sh'),
    bytes: Buffer.byteLength(finding.evidence),
    sha256: sha256Hex(finding.evidence),
  };
}

function detailOf(report: Report, issue: Issue, index: number, limits: AnnexLimits): object {
  const [first] = issue;
  const { sights, otherPlaces, everyCheck } = limits;
  // Places whose finding is described above stand without words, and all do in the brief report, where an issue has a page.
  const described = new Set(issue.slice(0, everyCheck ? sights : undefined).map(({ description }) => description));
  return {
    ...issueRow(report, issue, index),
    checkId: first.checkId,
    vector: first.cvssVector,
    confidence: first.confidence,
    cwe: first.cwe.map((id) => `CWE-${id}`),
    references: first.references
      .filter((url) => url.startsWith('https://'))
      .slice(0, 4)
      .map((url) => ({ url, shown: cleanMono(url, 300, longestInLine) })),
    why: printedProse(first.remediation.why),
    fix: printedRemedy(first.remediation.fix, limits),
    acceptable: printedProse(first.remediation.acceptable),
    sights: issue.slice(0, sights).map((finding) => sightOf(finding, limits)),
    otherPlaces: issue.slice(sights, sights + otherPlaces).map((finding) => ({
      place: cleanMono(place(finding), 200, longestInLine),
      description: described.has(finding.description) ? '' : clean(finding.description, 300),
    })),
    morePlaces: Math.max(0, issue.length - sights - otherPlaces),
  };
}

/** The issues with all their details. */
export const issuePages = (report: Report, issues: readonly Issue[], limits: AnnexLimits): object[] =>
  issues.slice(0, maxDetailed).map((issue, index) => detailOf(report, issue, index, limits));
