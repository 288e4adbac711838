import type { Finding, Severity } from '@perimeter/contract/finding';
import type { ReportingDescriptor, Result } from 'sarif';
import { checkUrl } from '../project.ts';
import { plainProse } from '../prose.ts';
import { safeLines, safeText } from '../safe-text.ts';

/** SARIF's three levels for four severities. */
export const sarifLevels: Record<Severity, Result.level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

const precisions: Record<Finding['confidence'], string> = { confirmed: 'very-high', firm: 'high', potential: 'medium' };

const pascal = (id: string): string => id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const prose = (markdown: string): string => safeLines(markdown, { maxLength: 4_000 }).join('\n');

/** Code scanning's limit for descriptions; help may be longer. */
const maxDescription = 1_024;

const short = (text: string): string =>
  text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).toWellFormed()}…`;

/** The rule of a check, described by one of its findings; its help links to the check's page if its module is known. */
export function sarifRule(finding: Finding, moduleId: string | undefined): ReportingDescriptor {
  const { checkId, title, cvss, cwe, category, remediation, references, severity, confidence } = finding;
  const reference = references.find((url) => url.startsWith('https://') && URL.canParse(url));
  const helpUri = moduleId === undefined ? reference : checkUrl(moduleId, checkId);
  const help = `${remediation.why}\n\n${remediation.fix}`;
  return {
    id: checkId,
    name: pascal(checkId),
    shortDescription: { text: safeText(title, { maxLength: maxDescription }) },
    fullDescription: { text: short(prose(plainProse(remediation.why || title))) },
    help: { text: prose(plainProse(help)), markdown: prose(help) },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: {
      // Code scanning reads this as the CVSS score of the rule's results.
      'security-severity': cvss.toFixed(1),
      precision: precisions[confidence],
      tags: ['security', category, ...cwe.map((id) => `external/cwe/cwe-${String(id).padStart(3, '0')}`)],
    },
  };
}
