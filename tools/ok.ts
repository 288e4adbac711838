// The whole gate: one line a step with its time, and the output of the steps that failed. Ends with 0 where all passed.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';

/** A command that must end with 0; its output is shown where it does not. */
export interface Step {
  name: string;
  command: string;
  args: readonly string[];
}

interface Done {
  step: Step;
  ok: boolean;
  output: string;
  seconds: number;
}

const root = path.resolve(import.meta.dirname, '..');
const STEP_LIMIT_MS = 900_000;
/** No fast test takes so long, however busy the machine is. */
const TEST_LIMIT_MS = 120_000;
const CORES = 2;

// Tools start `node` by name: it has to be the one that runs this.
const searchPath = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
  path.delimiter,
);

const tool = (name: string, command: string, ...args: string[]): Step => ({ name, command, args });
const script = (name: string, ...args: string[]): Step => ({ name, command: process.execPath, args });

/** Test files that need nothing but this machine; what needs the lab is named so. */
const fastTests = (): string[] =>
  globSync('{packages,apps,lab,bench,tools}/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
    .filter((file) => !/\.(?:lab|slow)\.test\.ts$/.test(file))
    .toSorted();

const statics: readonly Step[] = [
  tool('types', 'tsc', '-p', 'tsconfig.json'),
  tool('types of the pure rooms', 'tsc', '-p', 'tsconfig.pure.json'),
  tool('format', 'oxfmt', '--check', '.'),
  tool('lint', 'oxlint', '--deny-warnings', '.'),
  script('walls', 'tools/walls.ts'),
  tool('dead code', 'knip', '--no-config-hints'),
  script('figures of the house', 'tools/house.ts'),
  script('generated files', 'tools/generate.ts', '--check'),
];

const tests = (): Step =>
  script(
    'tests',
    '--test',
    `--test-concurrency=${CORES}`,
    `--test-timeout=${TEST_LIMIT_MS}`,
    '--test-reporter=spec',
    ...fastTests(),
  );

/** Runs a step to its end, and keeps what it prints. */
export async function runStep(step: Step): Promise<Done> {
  const startMs = performance.now();
  const child = spawn(step.command, step.args, {
    cwd: root,
    env: { ...process.env, PATH: searchPath },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(STEP_LIMIT_MS),
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  return { step, ok: code === 0, output, seconds: (performance.now() - startMs) / 1000 };
}

/** Lines of a test run that tell: all but the tests that passed. Of a run that passed, the skipped tests and the sums. */
export function telling(output: string, ok: boolean): string[] {
  const lines = output.split('\n').filter((line) => line !== '' && !/^\s*✔/u.test(line));
  return ok ? lines.filter((line) => /^\s*﹣|^ℹ (?:pass|fail|cancelled|skipped) /u.test(line)) : lines;
}

function show({ step, ok, output, seconds }: Done): void {
  console.log(`${ok ? '✔' : '✖'} ${step.name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
  const lines = telling(output, ok);
  if (lines.length > 0) console.log(lines.join('\n'));
}

/** Runs steps in their order, as many at a time as there are cores; shows each as it ends. */
export async function runAll(steps: readonly Step[]): Promise<boolean> {
  const queue = [...steps];
  let allOk = true;
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const done = await runStep(step);
      show(done);
      allOk &&= done.ok;
    }
  };
  await Promise.all(Array.from({ length: CORES }, work));
  return allOk;
}

async function main(): Promise<number> {
  const startMs = performance.now();
  const staticsOk = await runAll(statics);
  const testsOk = await runAll([tests()]);
  const ok = staticsOk && testsOk;
  console.log(`${ok ? '✔ all is well' : '✖ not yet'} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return ok ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
