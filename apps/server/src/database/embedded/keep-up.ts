import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../settings/start-error.ts';
import { liveOwner, serverRuns } from './owner.ts';
import type { EmbeddedPaths } from './paths.ts';
import { launch, type ServerProcess, type ServerRun } from './server-process.ts';
import { answersAs } from './answers.ts';

/** Called when the server has ended by itself and was started again. */
export type OnRestart = (error: Error | null) => void;

const startDeadlineMs = 120_000;

/** How long a start waits for a previous server to end. */
export const busyDeadlineMs = 60_000;

const pollMs = 15;

async function ready(server: ServerProcess, run: ServerRun): Promise<boolean> {
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await sleep(pollMs)) {
    if (server.hasExited()) return false;
    if (await answersAs(run.socketDirectory, run.name)) return true;
  }
  server.end();
  throw new StartError(`The embedded database did not answer in time. Its log is ${run.paths.log}`);
}

/** Waits while a previous server shuts down; refuses at once if its owner is alive. */
export async function waitUntilFree(paths: EmbeddedPaths, deadline: number): Promise<void> {
  while (await serverRuns(paths)) {
    const owner = await liveOwner(paths);
    if (owner !== null) throw new StartError(`${paths.directory} is in use by process ${owner}`);
    if (Date.now() > deadline) throw new StartError(`${paths.directory} is in use by another process`);
    await sleep(50);
  }
}

// The server refuses to start while the process id in its lock file is that of a zombie: retry.
const passes = /lock file "[^"]+" already exists|pre-existing shared memory block/;

const lastWords = (log: string): string =>
  log.includes('No space left on device')
    ? 'the disk is full'
    : (log
        .split('\n')
        .filter((line) => /FATAL|PANIC|could not/.test(line))
        .at(-1) ?? 'no reason logged');

/** Starts the server, after waiting for a previous one to end. */
export async function bringUp(run: ServerRun): Promise<ServerProcess> {
  for (const deadline = Date.now() + busyDeadlineMs; ; await sleep(150)) {
    await waitUntilFree(run.paths, deadline);
    const server = launch(run);
    if (await ready(server, run)) return server;
    const log = await server.logged();
    if (!passes.test(log) || Date.now() > deadline) {
      throw new StartError(`The embedded database failed to start: ${lastWords(log)}. Its log is ${run.paths.log}`);
    }
  }
}

/** Restarts the server whenever it ends, until told to stop; committed data survive. */
export function keepUp(first: ServerProcess, run: ServerRun, onRestart: OnRestart): () => Promise<void> {
  let stopping = false;
  let current = first;
  const loop = async (): Promise<void> => {
    for (;;) {
      await current.exited;
      if (stopping) return;
      try {
        current = await bringUp(run);
        if (stopping) current.end();
        else onRestart(null);
      } catch (error) {
        onRestart(error instanceof Error ? error : new Error(String(error)));
        await sleep(1_000);
      }
    }
  };
  const ended = loop();
  return async () => {
    stopping = true;
    current.end();
    await ended;
  };
}
