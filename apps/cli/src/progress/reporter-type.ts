import type { ProgressEvent } from '@perimeter/contract/progress';

/** Shows an audit's progress until it is stopped; stopping leaves the terminal as it was. */
export interface Reporter {
  onProgress: (event: ProgressEvent) => void;
  stop: () => void;
}
