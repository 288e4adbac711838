import type { Report } from '@perimeter/contract/report';
import { renderHtml } from '../html/html.ts';
import { renderCsv } from './csv.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';

/** One way to write a report down, besides its own JSON. */
export interface ReportForm {
  mediaType: string;
  /** Of a file, without the dot. */
  extension: string;
  render: (report: Report) => string;
}

/** Every other form of the report, by the name that it has in the API and on the command line. */
export const reportForms = {
  sarif: { mediaType: 'application/sarif+json', extension: 'sarif', render: (report) => renderSarif(report) },
  junit: { mediaType: 'application/xml', extension: 'xml', render: renderJunit },
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv', render: renderCsv },
  markdown: { mediaType: 'text/markdown; charset=utf-8', extension: 'md', render: renderMarkdown },
  html: { mediaType: 'text/html; charset=utf-8', extension: 'html', render: renderHtml },
} as const satisfies Record<string, ReportForm>;

export type FormName = keyof typeof reportForms;

export const formNames = ['sarif', 'junit', 'csv', 'markdown', 'html'] as const satisfies readonly FormName[];
