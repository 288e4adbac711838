import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { inTime } from '@perimeter/engine/net/in-time';

/** A command that must exit with 0. */
export interface Step {
  name: string;
  command: string;
  args: readonly string[];
  /** Milliseconds after which the step is killed with all its child processes. */
  limitMs?: number;
  /** Variables for its program alone. */
  env?: Readonly<Record<string, string>>;
}

/** How a step went. */
export interface Done {
  step: Step;
  ok: boolean;
  /** True: it reached its limit and was killed. */
  stopped: boolean;
  seconds: number;
}

/** Far longer than any step takes, in milliseconds. */
export const stepLimitMs = 1_800_000;

/** Milliseconds to read the last output after the end, in case a child process keeps the pipe open. */
const drainMs = 2000;

const root = path.resolve(import.meta.dirname, '../..');

/** Tools start `node` by name: put the running one first in PATH, with its compile cache. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
  // Node's test runner runs no files inside another test.
  NODE_TEST_CONTEXT: undefined,
});

/** A step that runs on the Node that runs this. */
export const onNode = (name: string, ...args: string[]): Step => ({ name, command: process.execPath, args });

/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 3000;

/** Steps are separate process groups, so signals to this process are forwarded to them. */
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) signalGroup(child, 'SIGTERM');
    process.kill(process.pid, signal);
  });
}

/** Signals a process and all child processes in its group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** Runs a step to its end or limit, and passes on each line of output. Ends all its child processes. */
export async function runStep(step: Step, onLine: (line: string) => void): Promise<Done> {
  const startMs = performance.now();
  const { limitMs = stepLimitMs } = step;
  const child = spawn(step.command, step.args, {
    cwd: root,
    env: { ...environment(), ...step.env },
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
  // A process that left the group may still hold the pipes.
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  running.delete(child);
  if (stopped) onLine(`${step.name}: stopped after ${limitMs / 1000} s, the limit of this step`);
  return { step, ok: code === 0 && !stopped, stopped, seconds: (performance.now() - startMs) / 1000 };
}
