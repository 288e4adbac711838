import type { ProgressEvent } from '@perimeter/contract/progress';

/** Shows an audit's progress until stopped; stopping restores the terminal. */
export interface Reporter {
  onProgress: (event: ProgressEvent) => void;
  stop: () => void;
}
