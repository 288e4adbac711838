// The gate: one line per step with its time, and the output of failed steps. Exits with 0 if all passed.
import path from 'node:path';
import { findTestFiles } from './tests/files.ts';
import { onNode, runStep, type Done, type Step } from './tests/step.ts';
import { telling } from './tests/telling.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Far longer than any fast test takes, in milliseconds. */
const testLimitMs = 120_000;
/** Concurrent lanes: one more than two cores, as tests that talk to servers of their own wait for a part of their time. */
const lanes = 3;

/** The tests that share processes, split into parts that take about equally long. */
const rooms = {
  textual: /^packages\/(?:contract|protocols|report)\//u,
  judging: /^packages\/engine\/src\/(?:catalogue|evidence|modules|runner|scoring)\//u,
};

const tool = (name: string, command: string, ...args: string[]): Step => ({ name, command, args });
const tests = (name: string, ...args: string[]): Step =>
  onNode(name, '--test', `--test-timeout=${testLimitMs}`, '--test-reporter=spec', ...args);

/** All steps of the gate, the longest first: short ones fill the lanes at the end. */
function steps(): readonly Step[] {
  const { shared, apart } = findTestFiles(root);
  const together = (name: string, isIn: (file: string) => boolean): Step =>
    tests(name, '--test-isolation=none', ...shared.filter(isIn));
  return [
    together('tests of connections and apps', (file) => !rooms.textual.test(file) && !rooms.judging.test(file)),
    together('tests of the judgement', (file) => rooms.judging.test(file)),
    tests('tests apart', '--test-concurrency=1', ...apart),
    together('tests of codecs and reports', (file) => rooms.textual.test(file)),
    onNode('walls', 'tools/walls.ts'),
    tool('types', 'tsc', '-p', 'tsconfig.json'),
    tool('types of the pure rooms', 'tsc', '-p', 'tsconfig.pure.json'),
    tool('types of the dashboard', 'tsc', '-p', 'apps/dashboard/tsconfig.json'),
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
  const ok = await runAll(steps());
  console.log(`${ok ? '✔ all is well' : '✖ not yet'} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return ok ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
