import type { Frame } from '@perimeter/dashboard/lib/frame';
import type { PageRequest } from '@perimeter/dashboard/lib/props';

/** A page to be rendered. */
export interface RenderPage {
  turn: number;
  page: PageRequest;
  frame: Frame;
}

/** The page as HTML in gzip, or why there is none: an error, the thread does not have the report, or the report has no such part. */
export type RenderedPage =
  | { turn: number; html: Uint8Array }
  | { turn: number; error: string }
  | { turn: number; isMissing: true }
  | { turn: number; needsReport: true };
