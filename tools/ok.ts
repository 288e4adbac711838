// The gate: one line per step with its time, and the output of failed steps. Exits with 0 if all passed.
import path from 'node:path';
import { addCounts, nothingRun } from './tests/counted.ts';
import { findTestFiles } from './tests/files.ts';
import { makeQueue, readResults } from './tests/queue.ts';
import { onNode, runStep, type Done, type Step } from './tests/step.ts';
import { telling } from './tests/telling.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Far longer than any fast file takes, in milliseconds. */
const fileLimitMs = 150_000;
/** Concurrent lanes: more than two cores, as tests that talk to servers of their own wait for a part of their time. */
const lanes = 5;
/** So many of them run tests, all from one queue. */
const testLanes = 4;

const tool = (name: string, command: string, ...args: string[]): Step => ({ name, command, args });
/**
 * TypeScript checks files in several threads, which repeat what they share, and collects garbage each time that it has as much
 * again: with the other lanes on the same cores, one thread and a collection at five times as much take half of the CPU time.
 */
const types = (name: string, project: string): Step => ({
  ...tool(name, 'tsc', '-p', project, '--singleThreaded'),
  env: { GOGC: '400' },
});
/** The gate's test files as a queue: those that share processes, and those that have one each. */
function queueOfTests(): string {
  const { shared, apart } = findTestFiles(root);
  const queued = (shares: boolean) => (file: string) => ({ file, kind: 'fast' as const, shares });
  return makeQueue([...apart.map(queued(false)), ...shared.map(queued(true))]);
}

/** All steps of the gate, the longest first: short ones fill the lanes at the end. */
function steps(queue: string): readonly Step[] {
  const lane = (_: unknown, at: number): Step =>
    onNode(`tests, lane ${at + 1}`, 'tools/tests/lane.ts', queue, 'fast', 'first', String(fileLimitMs));
  return [
    ...Array.from({ length: testLanes }, lane),
    types('types', 'tsconfig.json'),
    onNode('walls', 'tools/walls.ts'),
    types('types of the pure rooms', 'tsconfig.pure.json'),
    types('types of the dashboard', 'apps/dashboard/tsconfig.json'),
    tool('format', 'oxfmt', '--check', '.'),
    tool('lint', 'oxlint', '--deny-warnings', '.'),
    tool('dead code', 'knip', '--no-config-hints'),
    onNode('figures of the house', 'tools/house.ts'),
    onNode('ages of shipped lists', 'tools/lists.ts'),
    onNode('generated files', 'tools/generate.ts', '--check'),
  ];
}

function show({ step, ok, seconds }: Done, output: readonly string[]): void {
  console.log(`${ok ? '✔' : '✖'} ${step.name.padEnd(29)} ${seconds.toFixed(1).padStart(6)} s`);
  const lines = telling(output, ok);
  if (lines.length > 0) console.log(lines.join('\n'));
}

/** Runs steps in order, as many at a time as there are lanes; prints each as it ends. */
export async function runAll(all: readonly Step[]): Promise<boolean> {
  const queue = [...all];
  let allOk = true;
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const output: string[] = [];
      const done = await runStep(step, (line) => output.push(line));
      show(done, output);
      allOk &&= done.ok;
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return allOk;
}

async function main(): Promise<number> {
  const startMs = performance.now();
  const queue = queueOfTests();
  const ok = await runAll(steps(queue));
  const { passed, failed, skipped } = readResults(queue)
    .map(({ counts }) => counts)
    .reduce(addCounts, nothingRun);
  console.log(`ℹ pass ${passed}\nℹ fail ${failed}\nℹ skipped ${skipped}`);
  console.log(`${ok ? '✔ all is well' : '✖ not yet'} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return ok ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
