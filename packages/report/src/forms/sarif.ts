import type { CheckResult } from '@perimeter/contract/report';
import type { Invocation, Log, Notification, ReportingDescriptor, Run, Tool } from 'sarif';
import { digest } from '../canonical/digest.ts';
import { projectUrl } from '../project.ts';
import { safeText } from '../safe-text.ts';
import { type AuditEnding, auditOf, type CompletedAudit, type FailedAudit, failedAuditText } from './ending.ts';
import { sarifResult } from './sarif-result.ts';
import { sarifRule } from './sarif-rule.ts';

/** GitHub's limit for the results of a run. */
const maxResults = 25_000;

const openQuestion = ({ id, reason }: CheckResult): Notification => ({
  level: 'note',
  descriptor: { id: 'check-not-judged' },
  associatedRule: { id },
  message: { text: safeText(`Inconclusive: ${reason}`) },
});

const failureNotification = (failed: FailedAudit): Notification => ({
  level: 'error',
  descriptor: { id: failed.failure.code },
  message: { text: safeText(`The audit of ${failed.domain} failed: ${failedAuditText(failed)}`) },
});

function invocationOf(ending: AuditEnding): Invocation {
  const { startedAt, completedAt } = auditOf(ending);
  const notifications = ending.ok
    ? ending.report.modules
        .flatMap(({ checks }) => checks)
        .filter(({ outcome }) => outcome === 'inconclusive')
        .map(openQuestion)
    : [failureNotification(ending.failed)];
  return {
    executionSuccessful: ending.ok,
    startTimeUtc: new Date(startedAt).toISOString(),
    endTimeUtc: new Date(completedAt).toISOString(),
    toolExecutionNotifications: notifications,
  };
}

const toolOf = (semanticVersion: string, rules: ReportingDescriptor[]): Tool => ({
  driver: { name: 'Perimeter', semanticVersion, informationUri: projectUrl, rules },
});

function reportOf({
  report,
  source,
  accepted,
  baseline,
}: CompletedAudit): Pick<Run, 'tool' | 'results' | 'properties'> {
  const findings = report.findings.slice(0, maxResults);
  const rules = [...Map.groupBy(findings, ({ checkId }) => checkId).values()].flatMap(([first]) => first ?? []);
  const moduleOf = new Map(report.modules.flatMap(({ id, checks }) => checks.map((check) => [check.id, id] as const)));
  const isAccepted = findings.some(({ fingerprint }) => accepted?.waived.has(fingerprint));
  const waivers = isAccepted ? (accepted?.waived ?? null) : null;
  const indexOf = new Map(rules.map(({ checkId }, index) => [checkId, index]));
  return {
    tool: toolOf(
      report.engineVersion,
      rules.map((finding) => sarifRule(finding, moduleOf.get(finding.checkId))),
    ),
    results: findings.map((finding) => ({
      ...sarifResult(finding, indexOf.get(finding.checkId) ?? -1, source, waivers),
      // SARIF 2.1.0 section 3.27.24: for every result, or for none.
      ...(baseline === undefined ? {} : { baselineState: baseline.get(finding.fingerprint) ?? 'new' }),
    })),
    properties: {
      score: report.score.total,
      grade: report.score.grade,
      ...(accepted === undefined || accepted.score === null
        ? {}
        : { scoreWithAccepted: accepted.score.total, gradeWithAccepted: accepted.score.grade }),
      auditId: report.id,
      policyVersion: report.score.policyVersion,
      reportSha256: digest(report),
      findingsLeftOut: report.findings.length - findings.length,
    },
  };
}

const failedRun = ({ engineVersion, failure }: FailedAudit): Pick<Run, 'tool' | 'results' | 'properties'> => ({
  tool: toolOf(engineVersion, []),
  results: [],
  properties: { failure: failure.code, retryable: failure.retryable },
});

function runOf(ending: AuditEnding): Run {
  const { domain, scanMode } = auditOf(ending);
  const { properties, ...run } = ending.ok ? reportOf(ending) : failedRun(ending.failed);
  const { owner, tags } = ending.listed ?? {};
  return {
    ...run,
    properties: {
      ...properties,
      ...(owner === undefined ? {} : { owner: safeText(owner) }),
      // SARIF 2.1.0 section 3.8.2: tags of a property bag are distinct.
      ...(tags === undefined ? {} : { tags: [...new Set(tags.map((tag) => safeText(tag)))] }),
    },
    automationDetails: { id: `perimeter/${safeText(domain)}/${scanMode}` },
    invocations: [invocationOf(ending)],
    columnKind: 'utf16CodeUnits',
  };
}

/**
 * A SARIF 2.1.0 log (OASIS, errata 01): one run per audit, including failed ones, one rule per check and one result per
 * place.
 */
export function renderSarif(endings: readonly AuditEnding[]): string {
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: endings.map(runOf),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
