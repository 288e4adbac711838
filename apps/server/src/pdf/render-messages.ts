import type { Report } from '@perimeter/contract/report';
import type { DocumentOptions } from '@perimeter/report/pdf/document';

/** A report to be set, as it goes to the child process. */
export interface RenderRequest {
  report: Report;
  options: DocumentOptions;
}

/** What comes back: the document, or why there is none; with the child's memory, by which its parent decides to replace it. */
export type RenderAnswer =
  | { ok: true; pdf: Uint8Array; pages: number; rssBytes: number }
  | { ok: false; reason: string; rssBytes: number };
