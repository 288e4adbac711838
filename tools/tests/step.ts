import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

/** A command that must end with 0. */
export interface Step {
  name: string;
  command: string;
  args: readonly string[];
  /** After this long the step is stopped, and says so. */
  limitMs?: number;
}

/** How a step went. */
export interface Done {
  step: Step;
  ok: boolean;
  seconds: number;
}

/** No step of a checkout that is well takes so long, however busy the machine is. */
export const stepLimitMs = 1_800_000;

const root = path.resolve(import.meta.dirname, '../..');

/** Tools start `node` by name: it has to be the one that runs this. What Node compiles is kept for the next process. */
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
};

/** A step that runs on the Node that runs this. */
export const onNode = (name: string, ...args: string[]): Step => ({ name, command: process.execPath, args });

/** No file of the lab or of the slow ones takes so long, however busy the machine is; one that hangs is named. */
const fileLimitMs = 900_000;

/** What Node needs to run test files in processes of their own, so many at a time. */
export const runner = (filesAtATime: number): string[] => [
  '--test',
  `--test-concurrency=${filesAtATime}`,
  `--test-timeout=${fileLimitMs}`,
  '--test-reporter=spec',
];

/** Runs a step to its end or its limit, and hands over each line that it prints. */
export async function runStep(step: Step, onLine: (line: string) => void): Promise<Done> {
  const startMs = performance.now();
  const { limitMs = stepLimitMs } = step;
  const child = spawn(step.command, step.args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let stopped = false;
  const limit = setTimeout(() => {
    stopped = true;
    child.kill();
  }, limitMs);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      onLine(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(limit);
  if (stopped) onLine(`${step.name}: stopped after ${limitMs / 1000} s, the limit of this step`);
  return { step, ok: code === 0 && !stopped, seconds: (performance.now() - startMs) / 1000 };
}
