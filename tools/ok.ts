// The whole gate: one line a step with its time, and the output of the steps that failed. Ends with 0 where all passed.
import path from 'node:path';
import { findTestFiles } from './tests/files.ts';
import { onNode, runStep, type Done, type Step } from './tests/step.ts';
import { telling } from './tests/telling.ts';

const root = path.resolve(import.meta.dirname, '..');
/** No fast test takes so long, however busy the machine is. */
const testLimitMs = 120_000;
/** Steps at a time: the tests in processes of their own, and beside them the others one by one. */
const lanes = 2;

/** Halves the tests that share processes. */
const isTextual = (file: string): boolean => /^packages\/(?:contract|protocols|report)\//u.test(file);

const tool = (name: string, command: string, ...args: string[]): Step => ({ name, command, args });
const tests = (name: string, ...args: string[]): Step =>
  onNode(name, '--test', `--test-timeout=${testLimitMs}`, '--test-reporter=spec', ...args);

/** Everything that the gate does, the longest first. */
function steps(): readonly Step[] {
  const { shared, apart } = findTestFiles(root);
  return [
    tests('tests', '--test-concurrency=2', ...apart),
    tool('types', 'tsc', '-p', 'tsconfig.json'),
    tool('types of the pure rooms', 'tsc', '-p', 'tsconfig.pure.json'),
    tool('types of the dashboard', 'tsc', '-p', 'apps/dashboard/tsconfig.json'),
    tool('format', 'oxfmt', '--check', '.'),
    tool('lint', 'oxlint', '--deny-warnings', '.'),
    onNode('walls', 'tools/walls.ts'),
    tool('dead code', 'knip', '--no-config-hints'),
    onNode('figures of the house', 'tools/house.ts'),
    onNode('ages of shipped lists', 'tools/lists.ts'),
    onNode('generated files', 'tools/generate.ts', '--check'),
    tests('tests of codecs and reports', '--test-isolation=none', ...shared.filter(isTextual)),
    tests('tests of engine and apps', '--test-isolation=none', ...shared.filter((file) => !isTextual(file))),
  ];
}

function show({ step, ok, seconds }: Done, output: readonly string[]): void {
  console.log(`${ok ? '✔' : '✖'} ${step.name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
  const lines = telling(output, ok);
  if (lines.length > 0) console.log(lines.join('\n'));
}

/** Starts steps in their order, as many at a time as there are lanes; shows each as it ends. */
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
