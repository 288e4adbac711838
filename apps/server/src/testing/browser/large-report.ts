import type { Finding } from '@perimeter/contract/finding';
import type { CheckResult, Report } from '@perimeter/contract/report';
import { goldenReport } from '../golden-engine.ts';

const wanted = { findings: 2_000, issues: 130 };

/** The findings of an issue at further places: other hosts, other evidence. */
const inPlaces = (finding: Finding, checkId: string, count: number): Finding[] =>
  Array.from({ length: count }, (_, place) => ({
    ...finding,
    id: `${checkId}-${place}`,
    checkId,
    title: `${finding.title} (${checkId})`,
    host: `host-${place}.bad.lab`,
    affectedUrl: `https://host-${place}.bad.lab/`,
    evidence: `${finding.evidence}\nplace ${place}`,
    fingerprint: `${checkId}-${place}`,
  }));

/** The report of bad.lab with 2,000 findings of 130 issues: more than the worst real sites have. */
export function largeReport(): Report {
  const bad = goldenReport('bad.lab');
  const each = Math.ceil(wanted.findings / wanted.issues);
  const findings: Finding[] = [];
  const checks: CheckResult[] = [];
  for (let issue = 0; issue < wanted.issues; issue += 1) {
    const model = bad.findings[issue % bad.findings.length];
    if (model === undefined) break;
    const checkId = `${model.checkId}-${issue}`;
    const places = inPlaces(model, checkId, Math.min(each, wanted.findings - findings.length));
    findings.push(...places);
    checks.push({
      id: checkId,
      title: model.title,
      outcome: 'fail',
      reason: model.description,
      findings: places.length,
    });
  }
  const count = (severity: Finding['severity']): number => findings.filter((one) => one.severity === severity).length;
  return {
    ...bad,
    findings,
    severities: { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') },
    modules: bad.modules.map((module, index) =>
      index === 0 ? { ...module, checks: [...module.checks, ...checks] } : module,
    ),
  };
}
