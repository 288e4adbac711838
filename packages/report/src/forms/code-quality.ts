import type { Finding, Severity } from '@perimeter/contract/finding';
import { sha256Hex } from '../canonical/digest.ts';
import { safeText } from '../safe-text.ts';
import { acceptedOf } from '../accepted.ts';
import { type AuditEnding, failedAuditText, type SourceLine } from './ending.ts';
import { placeUri } from './sarif-result.ts';

/** GitLab's five levels: each of our severities maps to a different one. */
const severities: Record<Severity, string> = { critical: 'blocker', high: 'critical', medium: 'major', low: 'minor' };

const fingerprint = (...names: readonly string[]): string => sha256Hex(names.join('\n'));

const location = (source: SourceLine | null, place: string): object => ({
  path: source === null ? place : source.path.toWellFormed(),
  lines: { begin: source?.line ?? 1 },
});

function issue(finding: Finding, domain: string, source: SourceLine | null): object {
  const { id, checkId, severity, cvss, title, description, affectedUrl } = finding;
  return {
    type: 'issue',
    check_name: checkId,
    categories: ['Security'],
    description: safeText(`${title} (${severity}, CVSS ${cvss.toFixed(1)}) at ${affectedUrl}: ${description}`, {
      maxLength: 1_000,
    }),
    severity: severities[severity],
    fingerprint: fingerprint(domain, id),
    location: location(source, placeUri(finding)),
  };
}

function issuesOf(ending: AuditEnding): object[] {
  const { source } = ending;
  // The format cannot mark accepted findings, and all listed ones count, so they are omitted.
  if (ending.ok) {
    const { report, accepted } = ending;
    const open = report.findings.filter((finding) => acceptedOf(accepted, finding) === null);
    return open.map((finding) => issue(finding, report.domain, source));
  }
  const { domain, failure } = ending.failed;
  return [
    {
      type: 'issue',
      check_name: `audit-${failure.code}`,
      categories: ['Security'],
      description: safeText(`The audit of ${domain} failed: ${failedAuditText(ending.failed)}`, { maxLength: 1_000 }),
      severity: 'info',
      fingerprint: fingerprint(domain, failure.code),
      location: location(source, domain),
    },
  ];
}

/** GitLab's Code Quality report (GitLab's subset of Code Climate's format): one issue per place. */
export const renderCodeQuality = (endings: readonly AuditEnding[]): string =>
  `${JSON.stringify(endings.flatMap(issuesOf), null, 2)}\n`;
