import type { EarlierScore } from '@perimeter/report/pdf/changes';
import type { DocumentOptions } from '@perimeter/report/pdf/document';

/** The report of the audit before, as it is stored, and the scores of those before that one, oldest first. */
export interface EarlierReport {
  report: Uint8Array;
  earlier: EarlierScore[];
}

/** A report to be set, in its stored bytes: nobody but the child process reads them. */
export interface RenderRequest {
  report: Uint8Array;
  previous: EarlierReport | null;
  options: Omit<DocumentOptions, 'previous'>;
}

/** What comes back: the document, or why there is none; with the child's memory, by which its parent decides to replace it. */
export type RenderAnswer =
  | { kind: 'document'; pdf: Uint8Array; pages: number; rssBytes: number }
  | { kind: 'failed'; reason: string; rssBytes: number }
  /** There is no typesetter for this platform. */
  | { kind: 'unavailable'; reason: string };
