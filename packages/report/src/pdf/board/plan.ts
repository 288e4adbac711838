import type { CategoryKey } from '@perimeter/contract/category';
import type { Finding, Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { dayMs } from '@perimeter/protocols/durations';
import { longDate } from '../dates.ts';

/** Proposed days to fix by severity, as stated in docs/report.md. */
const daysToFix: Readonly<Record<Severity, number>> = { critical: 7, high: 30, medium: 90, low: 180 };

/** The proposed date of a fix, counted from the audit. */
export const fixBy = (severity: Severity, completedAt: number): string =>
  longDate(completedAt + daysToFix[severity] * dayMs);

/** The same for an issue of a report: an outage is due on the day of the audit. */
export const issueBy = (
  { outlook, completedAt }: Pick<Report, 'outlook' | 'completedAt'>,
  { checkId, severity }: Pick<Finding, 'checkId' | 'severity'>,
): string =>
  outlook.alone.some((one) => one.checkId === checkId && one.outage === true)
    ? longDate(completedAt)
    : fixBy(severity, completedAt);

/** Who usually fixes issues of a category. */
export const ownerOf: Readonly<Record<CategoryKey, string>> = {
  tls: 'Server operations',
  http_security: 'Web development',
  dns_email: 'DNS and e-mail administration',
  network: 'Network operations',
};
