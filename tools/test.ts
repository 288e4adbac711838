// The test command: what tests need, the gate with the fast tests, then side by side the tests that want the lab, each
// lane in a lab of its own, and the slow ones, several files at a time. Closes with the total.
import path from 'node:path';
import { installLabPackages } from '@perimeter/lab/machine/install';
import { labAvailable } from '@perimeter/lab/harness';
import { addCounts, type Counts, nothingRun, runCounted } from './tests/counted.ts';
import { findTestFiles } from './tests/files.ts';
import { makeQueue } from './tests/queue.ts';
import { onNode, runner, type Step } from './tests/step.ts';

/** These tests wait more than they work, so more of them run at a time than there are cores. */
const labLanes = 2;
const slowFilesAtATime = 3;

/** These take longest, so they go first, and the lanes end together. */
const longest = ['runner/coverage.lab.test.ts', 'runner/reproduce/reproduce.lab.test.ts'];

const longestFirst = (files: readonly string[]): string[] => {
  const isLong = (file: string): boolean => longest.some((one) => file.endsWith(one));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
};

function labSteps(files: readonly string[]): Step[] {
  const lab = labAvailable();
  if (!lab.available) {
    console.log(`\nSKIPPED: ${files.length} test files that need the lab: ${lab.reason}`);
    return [];
  }
  const queue = makeQueue(longestFirst(files));
  return Array.from({ length: labLanes }, (_, lane) =>
    onNode(`lab ${lane + 1}`, 'lab/src/main.ts', 'run', '--', process.execPath, 'tools/tests/lane.ts', queue),
  );
}

const slowStep = (files: readonly string[]): Step => onNode('slow', ...runner(slowFilesAtATime), ...files);

/** Runs a lane; each of its lines begins with its name. */
async function runLane(step: Step): Promise<Counts> {
  const startMs = performance.now();
  const counts = await runCounted(step, (line) => console.log(`${step.name} | ${line}`));
  console.log(`${step.name} | ended after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return counts;
}

const { lab, slow } = findTestFiles(path.resolve(import.meta.dirname, '..'));
await installLabPackages();
console.log('\n# The gate and the fast tests');
const gate = await runCounted(onNode('gate', 'tools/ok.ts'), (line) => console.log(line));
console.log(`\n# Tests in the lab (${lab.length} files) and slow tests (${slow.length} files)`);
const others = await Promise.all([...labSteps(lab), slowStep(slow)].map(runLane));
const total = others.reduce(addCounts, addCounts(gate, nothingRun));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
