import type { Counts } from './counted.ts';

/** How a test file went. */
export interface FileResult {
  file: string;
  /** False: a test failed, or the file did not end in time. */
  ok: boolean;
  counts: Counts;
  seconds: number;
  cpuSeconds: number | null;
  /** Of a failed file, the first failure in a line; else null. */
  failure: string | null;
}
