import { report as reportSchema, type Report } from '@perimeter/contract/report';
import type { ReactElement } from 'react';
import { reportForLink } from '../features/report/sharing/report-for-link.ts';
import type { PageRequest, SharedBy } from '../lib/props.ts';
import { FailedPage, RunningPage } from './audit.tsx';
import { AuditsPage } from './audits.tsx';
import { CheckOfReportPage } from './check-of-report.tsx';
import { ComparePage } from './compare.tsx';
import { DomainPage } from './domain.tsx';
import { DomainsPage } from './domains.tsx';
import { ReportPage } from './report.tsx';
import { PdfPage } from './pdf.tsx';
import { SectionOfReportPage } from './section-of-report.tsx';

/** Pages that show audits. */
export type AuditPage = Extract<
  PageRequest,
  {
    name:
      | 'running'
      | 'failed'
      | 'report'
      | 'check-of-report'
      | 'section-of-report'
      | 'pdf'
      | 'audits'
      | 'domains'
      | 'domain'
      | 'compare';
  }
>;

const utf8 = new TextDecoder();
/** Reports that were read last, by digest: a reader filters one report many times. */
const known = new Map<string, Report>();
const maxKnown = 8;

/** Whether the report of a digest is at hand, so that its page needs no bytes. */
export const hasReport = (digest: string): boolean => known.has(digest);

function readReport(body: Uint8Array | null): Report {
  if (body === null) throw new Error('The page of a report came without the report');
  return reportSchema.parse(JSON.parse(utf8.decode(body)));
}

interface OfReport {
  body: Uint8Array | null;
  digest: string;
  shared: SharedBy | null;
}

function reportOf({ body, digest, shared }: OfReport): Report {
  const report = known.get(digest) ?? readReport(body);
  known.delete(digest);
  known.set(digest, report);
  for (const oldest of known.keys()) {
    if (known.size <= maxKnown) break;
    known.delete(oldest);
  }
  return shared === null ? report : reportForLink(report, shared);
}

/** A page that shows audits. */
export function auditPage(page: AuditPage): ReactElement {
  switch (page.name) {
    case 'running':
      return <RunningPage {...page} />;
    case 'failed':
      return <FailedPage {...page} />;
    case 'report':
      return <ReportPage {...page} report={reportOf(page)} />;
    case 'check-of-report':
      return <CheckOfReportPage {...page} report={reportOf(page)} />;
    case 'section-of-report':
      return <SectionOfReportPage {...page} report={reportOf(page)} />;
    case 'pdf':
      return <PdfPage {...page} />;
    case 'audits':
      return <AuditsPage {...page} />;
    case 'domains':
      return <DomainsPage {...page} />;
    case 'domain':
      return <DomainPage {...page} />;
    case 'compare':
      return <ComparePage {...page} />;
  }
}
