import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { sha256Hex } from '../../canonical/digest.ts';
import { issueRow } from '../board/steps.ts';
import { createPrinter } from '../printable.ts';
import { clean, cleanMono } from '../typography.ts';
import { codeLines } from './code-lines.ts';
import { printEvidence } from './evidence.ts';
import { printedProse, printedRemedy } from './remedy.ts';

/** Issues with all their prose and evidence; the others are in the attachment. */
const maxDetailed = 150;
/** Findings of one issue that are printed with their own evidence. */
const maxSights = 3;
const maxOtherPlaces = 20;
const evidenceLimits = { columns: 98, maxLines: 28 };
/** An address in a line of its own. */
const longestInLine = 80;

const mono = createPrinter('Perimeter Mono');

const place = ({ affectedUrl, host, category, address, port }: Finding): string => {
  const url = category === 'dns_email' ? host : affectedUrl;
  const where = [...(address === null ? [] : [address]), ...(port === null ? [] : [`port ${port}`])].join(' ');
  return where === '' ? url : `${url} (${where})`;
};

const REPRODUCE = /^Reproduce: (?<command>\S.*)$/gmu;

/** Evidence without the commands that reproduce it, and these commands. */
function apart(evidence: string): { evidence: string; commands: string[] } {
  const commands = [...evidence.matchAll(REPRODUCE)].map(({ groups }) => groups?.['command'] ?? '');
  return { evidence: commands.length === 0 ? evidence : evidence.replaceAll(REPRODUCE, '').trimEnd(), commands };
}

function sightOf(finding: Finding): object {
  const { evidence, commands } = apart(finding.evidence);
  return {
    place: cleanMono(place(finding), 300, longestInLine),
    description: clean(finding.description, 1_200),
    evidence: printEvidence(evidence, mono, evidenceLimits),
    commands: codeLines(commands, 'sh'),
    bytes: Buffer.byteLength(finding.evidence),
    sha256: sha256Hex(finding.evidence),
  };
}

function detailOf(report: Report, issue: Issue, index: number): object {
  const [first] = issue;
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
    fix: printedRemedy(first.remediation.fix),
    acceptable: printedProse(first.remediation.acceptable),
    sights: issue.slice(0, maxSights).map(sightOf),
    otherPlaces: issue
      .slice(maxSights, maxSights + maxOtherPlaces)
      .map((finding) => cleanMono(place(finding), 200, longestInLine)),
    morePlaces: Math.max(0, issue.length - maxSights - maxOtherPlaces),
  };
}

/** The issues with all their details. */
export const issuePages = (report: Report, issues: readonly Issue[]): object[] =>
  issues.slice(0, maxDetailed).map((issue, index) => detailOf(report, issue, index));
