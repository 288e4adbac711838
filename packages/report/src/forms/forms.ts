import { renderCodeQuality } from './code-quality.ts';
import { renderCbom } from './cbom/cbom.ts';
import { renderCsv } from './csv.ts';
import { type AuditEnding, completed } from './ending.ts';
import { renderDefectdojo } from './defectdojo/defectdojo.ts';
import { renderGithub } from './github.ts';
import { renderGitlab } from './gitlab.ts';
import { renderHtmlEnding } from './html-ending.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';

/** An output format besides the report's own JSON. */
export interface ReportForm {
  mediaType: string;
  /** File name extension, without the dot. */
  extension: string;
  /** A description with its audience, for documentation. */
  about: string;
  /** False if a file contains only one audit. */
  holdsSeveral: boolean;
  render: (endings: readonly AuditEnding[]) => string;
}

/** Every other format, by its name in the API and on the command line. */
export const reportForms = {
  sarif: {
    mediaType: 'application/sarif+json',
    extension: 'sarif',
    about: 'SARIF 2.1.0 for code scanning: one rule per check, one result per location',
    holdsSeveral: true,
    render: renderSarif,
  },
  junit: {
    mediaType: 'application/xml',
    extension: 'xml',
    about: 'JUnit XML for CI servers: one test case per check, including passed checks',
    holdsSeveral: true,
    render: renderJunit,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    about: 'one row per finding, safe for spreadsheets',
    holdsSeveral: true,
    render: (endings) => renderCsv(endings, { byteOrderMark: false }),
  },
  markdown: {
    mediaType: 'text/markdown; charset=utf-8',
    extension: 'md',
    about: 'for job summaries and comments, at most 64 KiB',
    holdsSeveral: true,
    render: renderMarkdown,
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    extension: 'html',
    about: 'a single file without JavaScript, for browsers',
    holdsSeveral: false,
    render: renderHtmlEnding,
  },
  github: {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'txt',
    about: 'GitHub Actions annotations, at most ten per level',
    holdsSeveral: true,
    render: renderGithub,
  },
  gitlab: {
    mediaType: 'application/vnd.perimeter.gitlab-dast+json',
    extension: 'json',
    about: 'GitLab DAST report, schema 15.2.1',
    holdsSeveral: true,
    render: renderGitlab,
  },
  codequality: {
    mediaType: 'application/vnd.perimeter.code-quality+json',
    extension: 'json',
    about: 'GitLab Code Quality report',
    holdsSeveral: true,
    render: renderCodeQuality,
  },
  cbom: {
    mediaType: 'application/vnd.cyclonedx+json; version=1.7',
    extension: 'cdx.json',
    about: 'CycloneDX 1.7 inventory of protocols, algorithms and certificates',
    holdsSeveral: false,
    render: renderCbom,
  },
  defectdojo: {
    mediaType: 'application/vnd.perimeter.defectdojo+json',
    extension: 'json',
    about: 'DefectDojo generic findings, with fingerprints and CVSS 4.0',
    holdsSeveral: true,
    render: renderDefectdojo,
  },
} as const satisfies Record<string, ReportForm>;

export type FormName = keyof typeof reportForms;

export const formNames = [
  'sarif',
  'junit',
  'csv',
  'markdown',
  'html',
  'github',
  'gitlab',
  'codequality',
  'cbom',
  'defectdojo',
] as const satisfies readonly FormName[];

/** A report in one of the formats. */
export const renderForm = (name: FormName, report: Parameters<typeof completed>[0]): string =>
  reportForms[name].render([completed(report)]);
