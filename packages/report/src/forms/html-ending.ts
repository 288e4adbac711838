import { renderHtml } from '../html/html.ts';
import { htmlPage } from '../html/page.ts';
import { text } from '../html/text.ts';
import { type AuditEnding, type FailedAudit, failedAuditText } from './ending.ts';

const failurePage = (failed: FailedAudit): string =>
  htmlPage({
    title: `${failed.domain}: the audit failed`,
    main: `<h1 class="wrap">${text(failed.domain)}</h1>
<p class="verdict">The audit failed, so there is no report: ${text(failedAuditText(failed))}.</p>
<p class="quiet">${failed.scanMode === 'deep' ? 'Deep' : 'Standard'} audit of ${new Date(failed.completedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, engine ${text(failed.engineVersion)}.</p>`,
  });

/** The first audit's report as a single HTML file, or a page with the reason why there is none. */
export const renderHtmlEnding = ([first]: readonly AuditEnding[]): string => {
  if (first === undefined) return '';
  return first.ok ? renderHtml(first.report, first.accepted) : failurePage(first.failed);
};
