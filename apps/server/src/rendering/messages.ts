import type { EarlierScore } from '@perimeter/report/pdf/changes';
import type { DocumentOptions } from '@perimeter/report/pdf/document';

/** The stored report of the previous audit, and the scores of earlier ones, oldest first. */
export interface EarlierReport {
  report: Uint8Array;
  earlier: EarlierScore[];
}

/** A report to be typeset, in its stored bytes: only the child process parses them. */
export interface RenderRequest {
  report: Uint8Array;
  previous: EarlierReport | null;
  options: Omit<DocumentOptions, 'previous'>;
}

/** The document, or why there is none; with the child's memory, by which its parent decides whether to replace it. */
export type RenderAnswer =
  | { kind: 'document'; pdf: Uint8Array; pages: number; rssBytes: number }
  | { kind: 'failed'; reason: string; rssBytes: number }
  /** The typesetter does not support this platform. */
  | { kind: 'unavailable'; reason: string };
