import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { inTime } from '@perimeter/engine/net/in-time';

/** A command that must end with 0. */
export interface Step {
  name: string;
  command: string;
  args: readonly string[];
  /** After this long the step and all that it started is killed, and says so. */
  limitMs?: number;
}

/** How a step went. */
export interface Done {
  step: Step;
  ok: boolean;
  /** True: it reached its limit and was killed. */
  stopped: boolean;
  seconds: number;
}

/** No step of a checkout that is well takes so long, however busy the machine is. */
export const stepLimitMs = 1_800_000;

/** What a command printed last is read within this time of its end, unless something that it left running holds the pipe. */
const drainMs = 2000;

const root = path.resolve(import.meta.dirname, '../..');

/** Tools start `node` by name: it has to be the one that runs this. What Node compiles is kept for the next process. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
  // Node's runner runs no files where a test called it.
  NODE_TEST_CONTEXT: undefined,
});

/** A step that runs on the Node that runs this. */
export const onNode = (name: string, ...args: string[]): Step => ({ name, command: process.execPath, args });

/** What is still there this long after SIGTERM gets SIGKILL. */
const graceMs = 3000;

/** Steps are process groups of their own, which a signal for this process would not reach: it is handed on to them. */
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) signalGroup(child, 'SIGTERM');
    process.kill(process.pid, signal);
  });
}

/** Sends a signal to a process and everything that it started and that stayed in its group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** Runs a step to its end or its limit, and hands over each line that it prints. Nothing that it started runs on. */
export async function runStep(step: Step, onLine: (line: string) => void): Promise<Done> {
  const startMs = performance.now();
  const { limitMs = stepLimitMs } = step;
  const child = spawn(step.command, step.args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let stopped = false;
  let kill: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    stopped = true;
    signalGroup(child, 'SIGTERM');
    kill = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  }, limitMs);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      onLine(error.message);
      resolve(null);
    });
    child.once('exit', resolve);
  });
  clearTimeout(limit);
  clearTimeout(kill);
  await inTime(closed, drainMs, () => undefined);
  signalGroup(child, 'SIGKILL');
  // Whoever left the group may still hold the pipes.
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  running.delete(child);
  if (stopped) onLine(`${step.name}: stopped after ${limitMs / 1000} s, the limit of this step`);
  return { step, ok: code === 0 && !stopped, stopped, seconds: (performance.now() - startMs) / 1000 };
}
