import { setImmediate as turn } from 'node:timers/promises';
import { forgetMeasured, makeQueue, readResults, type Kind, type QueuedFile } from './queue.ts';
import type { FileResult } from './file-result.ts';

/** Each lane in a lab and the first one of slow files run continuously; others only when the machine has room. */
export type LanePlace = 'first' | 'further';

/** Runs a lane, which takes files of a kind from a queue until it is empty; false: it could not continue. */
export type RunLane = (queue: string, kind: Kind, name: string, place: LanePlace) => Promise<boolean>;

/** A failed file's results, concurrently and alone. */
export interface SecondLook {
  first: FileResult;
  second: FileResult;
}

/** The results of a run. */
export interface Looks {
  /** The result that counts for each file: the second one, if any. */
  results: FileResult[];
  /** Files that failed concurrently and were run again alone. */
  again: SecondLook[];
}

/** Maximum number of second looks: more failures are not due to chance. */
export const mostSecondLooks = 6;

const notRun = (file: string): FileResult => ({
  file,
  ok: false,
  counts: { passed: 0, failed: 1, skipped: 0 },
  seconds: 0,
  cpuSeconds: 0,
  failure: 'was not run to its end: its lane ended early',
});

/** The results of a queue after its lanes have ended; a file without one has failed. */
function resultsOf(queue: string, files: readonly QueuedFile[]): FileResult[] {
  forgetMeasured(queue);
  const results = new Map(readResults(queue).map((result) => [result.file, result]));
  return files.map(({ file }) => results.get(file) ?? notRun(file));
}

/**
 * Runs test files in concurrent lanes. A lab lane without remaining lab files continues with slow files outside the
 * lab.
 */
export async function firstLook(
  files: readonly QueuedFile[],
  lanes: Readonly<Record<'lab' | 'slow', number>>,
  runLane: RunLane,
): Promise<FileResult[]> {
  const queue = makeQueue(files);
  const placeOf = (at: number): LanePlace => (at === 0 ? 'first' : 'further');
  const has = (kind: Kind): boolean => files.some((file) => file.kind === kind);
  const labLane = async (_: unknown, at: number): Promise<void> => {
    // Other lanes cannot take files that need a lab, so these files must not be the last ones.
    if (has('lab')) await runLane(queue, 'lab', `lab ${at + 1}`, 'first');
    if (has('slow')) await runLane(queue, 'slow', `slow ${lanes.slow + at + 1}`, placeOf(at));
  };
  const slowLane = async (_: unknown, at: number): Promise<void> => {
    await turn();
    if (has('slow')) await runLane(queue, 'slow', `slow ${at + 1}`, placeOf(at));
  };
  await Promise.all([...Array.from({ length: lanes.lab }, labLane), ...Array.from({ length: lanes.slow }, slowLane)]);
  return resultsOf(queue, files);
}

/** Runs the files again, one at a time with nothing else running. */
async function alone(files: readonly QueuedFile[], runLane: RunLane): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const kind of ['lab', 'slow'] as const) {
    const ofKind = files.filter((file) => file.kind === kind);
    if (ofKind.length === 0) continue;
    const queue = makeQueue(ofKind.map(({ file }) => ({ file, kind })));
    await runLane(queue, kind, `${kind}, alone`, 'first');
    results.push(...resultsOf(queue, ofKind));
  }
  return results;
}

/** Runs each failed file again, alone, if at most `mostSecondLooks` failed. */
export async function secondLook(
  files: readonly QueuedFile[],
  first: readonly FileResult[],
  runLane: RunLane,
): Promise<Looks> {
  const failed = new Map(first.filter(({ ok }) => !ok).map((result) => [result.file, result]));
  if (failed.size === 0 || failed.size > mostSecondLooks) return { results: [...first], again: [] };
  const failedFiles = files.filter(({ file }) => failed.has(file));
  const second = new Map((await alone(failedFiles, runLane)).map((result) => [result.file, result]));
  return {
    results: first.map((result) => second.get(result.file) ?? result),
    again: [...failed.values()].map((before) => ({ first: before, second: second.get(before.file) ?? before })),
  };
}
