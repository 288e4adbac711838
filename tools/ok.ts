// The gate: one line per step with its time, and the output of failed steps. Exits with 0 if all passed.
import path from 'node:path';
import { findTestFiles } from './tests/files.ts';
import { onNode, runStep, type Done, type Step } from './tests/step.ts';
import { telling } from './tests/telling.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Far longer than any fast test takes, in milliseconds. */
const testLimitMs = 120_000;
/** Concurrent lanes: one for tests in separate processes, one for all other steps. */
const lanes = 2;

/** Splits the tests that share processes into two halves. */
const isTextual = (file: string): boolean => /^packages\/(?:contract|protocols|report)\//u.test(file);

const tool = (name: string, command: string, ...args: string[]): Step => ({ name, command, args });
const tests = (name: string, ...args: string[]): Step =>
  onNode(name, '--test', `--test-timeout=${testLimitMs}`, '--test-reporter=spec', ...args);

/** All steps of the gate, the longest first. */
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
