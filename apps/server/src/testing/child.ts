import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { noCeilings } from './no-ceilings.ts';

/** A service running as a separate process. */
export interface ServiceProcess {
  /** Empty for a worker without an API. */
  url: string;
  child: ChildProcess;
  /** Its standard output, and its standard error with the log. */
  printed: () => string;
  logged: () => string;
  /** Sends a signal; resolves with the exit code once the process has ended. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** A process's output and exit code. */
export interface Ended {
  code: number | null;
  stderr: string;
}

/** A run of many tests bundles it once. */
const entry = process.env['PERIMETER_TEST_SERVICE'] ?? path.join(import.meta.dirname, 'main.ts');

const spawnService = (env: Readonly<Record<string, string>>, main: string, uid?: number): ChildProcess =>
  spawn(process.execPath, [...process.execArgv, main], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      PERIMETER_LOG_LEVEL: 'error',
      PERIMETER_ANONYMOUS_CREDITS: '100000',
      PERIMETER_RATE_LIMITS: 'off',
      ...noCeilings,
      PERIMETER_SECRET: 'a secret that all processes of a test share',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const started = new Set<ChildProcess>();
const killAll = (): void => {
  for (const child of started) child.kill('SIGKILL');
};
process.once('exit', killAll);
// End the processes even if a test fails first; benchmarks and tools end theirs themselves.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) after(killAll);

/** Starts a service process and waits for its ready line; uses the deterministic engine unless `main` is given. */
export async function startProcess(env: Readonly<Record<string, string>>, main = entry): Promise<ServiceProcess> {
  const child = spawnService(env, main);
  started.add(child);
  child.once('exit', () => started.delete(child));
  let stderr = '';
  let stdout = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Exited with ${code}: ${stderr}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const ready = /ready: (http:[^\s#]+?)(?:\/setup#\S+)?\n/.exec(stdout)?.[1];
      if (ready !== undefined || stdout.includes('running audits\n')) resolve(ready ?? '');
    });
  });
  return {
    url,
    child,
    printed: () => stdout,
    logged: () => stderr,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
      return child.exitCode;
    },
  };
}

/** Runs a service process that should end by itself, optionally as another user. */
export async function runToEnd(env: Readonly<Record<string, string>>, uid?: number): Promise<Ended> {
  const child = spawnService(env, entry, uid);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stderr };
}
