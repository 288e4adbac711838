import type { CategoryKey } from '@perimeter/contract/category';
import { type ComparedTarget, type Comparison, pillarStatusOf } from '@perimeter/contract/compare';
import { tallyOf } from '@perimeter/contract/issue';
import { compareFindings } from './compare-findings.ts';
import type { ComparedReport } from './compared-report.ts';

function toTarget(report: ComparedReport): ComparedTarget {
  const { score, coverage } = report;
  const pillar = (category: CategoryKey): ComparedTarget['pillars']['tls'] => ({
    score: score.categories[category],
    status: pillarStatusOf(score.categoryGrades[category], coverage.categories[category].concludedPermille),
  });
  return {
    domain: report.domain,
    score: score.total,
    grade: score.grade,
    ...(score.gradeStatus === undefined ? {} : { gradeStatus: score.gradeStatus }),
    pillars: {
      tls: pillar('tls'),
      http: pillar('http_security'),
      dns: pillar('dns_email'),
      network: pillar('network'),
    },
    severities: report.severities,
    issues: { ...tallyOf(report.findings).bySeverity },
    scanMode: report.scanMode,
    ...(report.authority === undefined ? {} : { authority: report.authority }),
    completedAt: report.completedAt,
  };
}

/** Sets two reports side by side; with the sides swapped, delta is negated and the rest swaps with them. */
export function compareReports(a: ComparedReport, b: ComparedReport): Comparison {
  const delta = a.score.total - b.score.total;
  return {
    targetA: toTarget(a),
    targetB: toTarget(b),
    delta,
    lead: delta === 0 ? null : delta > 0 ? a.domain : b.domain,
    findings: compareFindings(a, b),
  };
}

/** Without what failed where: comparing by name must not become a search engine for the weaknesses of strangers. */
export const withheld = (compared: Comparison): Comparison => ({
  ...compared,
  findings: { onlyInA: [], onlyInB: [], inBoth: [] },
  findingsWithheld: 'not_yours',
});
