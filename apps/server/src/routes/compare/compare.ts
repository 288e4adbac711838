import type { CategoryKey } from '@perimeter/contract/category';
import { type ComparedTarget, type Comparison, pillarStatusOf } from '@perimeter/contract/compare';
import { severity } from '@perimeter/contract/finding';
import { tallyOf } from '@perimeter/contract/issue';
import { policyMajor } from '@perimeter/contract/score';
import { compareFindings } from './compare-findings.ts';
import type { ComparedReport } from './compared-report.ts';

/** A report's part of a comparison. */
export function toTarget(report: ComparedReport): ComparedTarget {
  const { score, coverage } = report;
  const pillar = (category: CategoryKey): ComparedTarget['pillars']['tls'] => ({
    score: score.categories[category],
    status: pillarStatusOf(score.categoryGrades[category], coverage.categories[category].concludedPermille),
  });
  return {
    domain: report.domain,
    score: score.total,
    uncapped: score.uncapped ?? score.total,
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
    policyVersion: score.policyVersion ?? null,
    completedAt: report.completedAt,
  };
}

/** Which of two equal scores is better, because caps make different sites equal. */
function tieBreakOf(a: ComparedTarget, b: ComparedTarget): Comparison['tieBreak'] {
  if (a.score !== b.score) return null;
  const lead = (difference: number): string => (difference > 0 ? a : b).domain;
  const points = a.uncapped - b.uncapped;
  if (points !== 0) return { lead: lead(points), by: 'uncapped' };
  const first = severity.options.find((name) => a.issues[name] !== b.issues[name]);
  return first === undefined ? null : { lead: lead(b.issues[first] - a.issues[first]), by: 'issues' };
}

/** Compares two reports; with the sides swapped, delta is negated and the rest is swapped. */
export function compareReports(a: ComparedReport, b: ComparedReport): Comparison {
  const delta = a.score.total - b.score.total;
  const [targetA, targetB] = [toTarget(a), toTarget(b)];
  return {
    targetA,
    targetB,
    delta,
    tieBreak: tieBreakOf(targetA, targetB),
    policyChanged: policyMajor(targetA.policyVersion) !== policyMajor(targetB.policyVersion),
    lead: delta === 0 ? null : delta > 0 ? a.domain : b.domain,
    findings: compareFindings(a, b),
  };
}

/** Removes the failed checks, because comparing by name must not reveal the weaknesses of other people's sites. */
export const withheld = (compared: Comparison): Comparison => ({
  ...compared,
  findings: { onlyInA: [], onlyInB: [], inBoth: [] },
  findingsWithheld: 'not_yours',
});
