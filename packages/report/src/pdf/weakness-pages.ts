import { categoryTitles } from '@perimeter/contract/category';
import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { sha256Hex } from '../digest.ts';
import { printEvidence } from './evidence.ts';
import { createPrinter, flowing, printable } from './printable.ts';
import { printedProse, printedRemedy } from './remedy.ts';
import { referenceOf, type Weakness } from '../weaknesses.ts';

/** Weaknesses with all their prose and proof; the others stand in the table and in the attachment. */
const maxDetailed = 150;
/** Places of one weakness that are shown with their own proof. */
const maxSights = 3;
const maxOtherPlaces = 20;
const evidenceLimits = { columns: 98, maxLines: 28 };
/** An address in a line of its own. */
const longestInLine = 80;

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');
const clean = (text: string, maxLength?: number): string => flowing(printable(sans, text, maxLength));
const cleanMono = (text: string, maxLength: number): string => flowing(printable(mono, text, maxLength), longestInLine);

const place = ({ affectedUrl, address, port }: Finding): string => {
  const where = [...(address === null ? [] : [address]), ...(port === null ? [] : [`port ${port}`])].join(' ');
  return where === '' ? affectedUrl : `${affectedUrl} (${where})`;
};

/** A weakness in a line: for the tables of the document. */
export function weaknessRow(report: Report, weakness: Weakness, index: number): object {
  const [first] = weakness;
  const alone = report.outlook.alone.find(({ checkId }) => checkId === first.checkId);
  return {
    reference: referenceOf(index),
    checkId: first.checkId,
    severity: first.severity,
    cvss: first.cvss.toFixed(1),
    title: clean(first.title, 200),
    category: categoryTitles[first.category],
    places: weakness.length,
    gain: alone === undefined ? 0 : alone.total - report.score.total,
    detailed: index < maxDetailed,
  };
}

function detailOf(report: Report, weakness: Weakness, index: number): object {
  const [first] = weakness;
  return {
    ...weaknessRow(report, weakness, index),
    vector: first.cvssVector,
    confidence: first.confidence,
    cwe: first.cwe.map((id) => `CWE-${id}`),
    references: first.references
      .filter((url) => url.startsWith('https://'))
      .slice(0, 4)
      .map((url) => ({ url, shown: cleanMono(url, 300) })),
    why: printedProse(first.remediation.why),
    fix: printedRemedy(first.remediation.fix),
    acceptable: printedProse(first.remediation.acceptable),
    sights: weakness.slice(0, maxSights).map((finding) => ({
      place: cleanMono(place(finding), 300),
      description: clean(finding.description, 1_200),
      evidence: printEvidence(finding.evidence, mono, evidenceLimits),
      bytes: Buffer.byteLength(finding.evidence),
      sha256: sha256Hex(finding.evidence),
    })),
    otherPlaces: weakness.slice(maxSights, maxSights + maxOtherPlaces).map((finding) => cleanMono(place(finding), 200)),
    morePlaces: Math.max(0, weakness.length - maxSights - maxOtherPlaces),
  };
}

/** The weaknesses that have pages of their own. */
export const weaknessPages = (report: Report, weaknesses: readonly Weakness[]): object[] =>
  weaknesses.slice(0, maxDetailed).map((weakness, index) => detailOf(report, weakness, index));
