import type { Report } from '@perimeter/contract/report';
import type { SharedBy } from '../../../lib/props.ts';

const leftOut = 'Left out of this link';

const unnamed = (_address: string, index: number): string => (index === 0 ? 'one address' : 'another one');

/**
 * Everything of a report that names hosts or quotes what they sent is left out; what stays is the catalogue's own text, the
 * score and the audited domain. New members of a report are left out until somebody adds them here.
 */
function redacted(report: Report): Report {
  const { status, domain, score, schemaVersion, scanMode, startedAt, completedAt, engineVersion, severities } = report;
  const { overall, categories, openAddresses, refusingAddresses, unreadDocument, standIn, redirectsTo } =
    report.coverage;
  return {
    id: report.id,
    status,
    domain,
    score,
    schemaVersion,
    scanMode,
    startedAt,
    completedAt,
    engineVersion,
    severities,
    outlook: report.outlook,
    findings: report.findings.map((finding, index) => ({
      ...finding,
      id: `fnd_${index}`,
      description: '',
      affectedUrl: '',
      host: '',
      port: null,
      address: null,
      evidence: '',
      fingerprint: '',
    })),
    coverage: {
      overall,
      categories,
      notTested: [],
      // How many there are is part of why a grade is provisional; which is not told.
      ...(openAddresses === undefined ? {} : { openAddresses: openAddresses.map(unnamed) }),
      ...(refusingAddresses === undefined ? {} : { refusingAddresses: refusingAddresses.map(unnamed) }),
      ...(unreadDocument === undefined ? {} : { unreadDocument: 'the document of the site was not read' }),
      ...(standIn === undefined ? {} : { standIn: 'No site answered' }),
      ...(redirectsTo === undefined ? {} : { redirectsTo: 'another domain' }),
    },
    modules: report.modules.map((module) => ({
      ...module,
      checks: module.checks.map((check) => ({ ...check, reason: leftOut })),
    })),
    observations: [],
    tls: null,
    certificates: null,
    vulnerabilities: null,
    http: null,
    dns: null,
    sections: [],
  };
}

/** A report as a link shows it: the audit's id is not in it, because whoever has the id can read the audit after the link has ended. */
export function reportForLink(report: Report, { path, isRedacted }: SharedBy): Report {
  const own = { ...report, id: path };
  return isRedacted ? redacted(own) : own;
}
