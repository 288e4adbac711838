import type { Frame } from '@perimeter/dashboard/lib/frame';
import type { PageRequest } from '@perimeter/dashboard/lib/props';

/** A request to render a page. */
export interface RenderPage {
  turn: number;
  page: PageRequest;
  frame: Frame;
}

/**
 * The page as gzipped HTML, or why there is none: an error, a report that the thread does not have, or a part that the
 * report does not have.
 */
export type RenderedPage =
  | { turn: number; html: Uint8Array }
  | { turn: number; error: string }
  | { turn: number; isMissing: true }
  | { turn: number; needsReport: true };
