import { chown, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../settings/start-error.ts';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { initialise } from './initialise.ts';
import { claim, disclaim, liveOwner, serverRuns } from './owner.ts';
import { makePaths, socketDirectory, type EmbeddedPaths } from './paths.ts';
import { launch, type ServerProcess, type ServerRun } from './server-process.ts';

/** How to connect to the embedded server, and how to end it. */
export interface EmbeddedServer {
  connection: { host: string; user: string; database: string };
  stop: () => Promise<void>;
}

/** Told when the server ends by itself and is started again. */
export type OnRestart = (error: Error | null) => void;

const startDeadlineMs = 120_000;
const busyDeadlineMs = 60_000;
const pollMs = 15;
/** Connects through the socket in a directory. */
export const connectionTo = (host: string): EmbeddedServer['connection'] => ({
  host,
  user: 'app',
  database: 'postgres',
});

async function answersAs(host: string, name: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(host), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ cluster_name: string }>('show cluster_name');
    return answer.rows[0]?.cluster_name === name;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ready(server: ServerProcess, run: ServerRun): Promise<boolean> {
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await sleep(pollMs)) {
    if (server.hasExited()) return false;
    if (await answersAs(run.socketDirectory, run.name)) return true;
  }
  server.end();
  throw new StartError(`The embedded database did not answer in time. Its log is ${run.paths.log}`);
}

/** Waits while a predecessor shuts down; refuses at once when its owner is alive. */
async function waitUntilFree(paths: EmbeddedPaths, deadline: number): Promise<void> {
  while (await serverRuns(paths)) {
    const owner = await liveOwner(paths);
    if (owner !== null) throw new StartError(`${paths.directory} is in use by process ${owner}`);
    if (Date.now() > deadline) throw new StartError(`${paths.directory} is in use by another process`);
    await sleep(50);
  }
}

// The server refuses while the number in its lock file belongs to a process that nobody has reaped yet: that passes.
const passes = /lock file "[^"]+" already exists|pre-existing shared memory block/;

const lastWords = (log: string): string =>
  log
    .split('\n')
    .filter((line) => /FATAL|PANIC|could not/.test(line))
    .at(-1) ?? 'no reason logged';

/** Brings the server up, through the end of a predecessor where there is one. */
async function bringUp(run: ServerRun): Promise<ServerProcess> {
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

/** Keeps the server up until told to stop: a server that was killed comes back with everything it committed. */
function keepUp(first: ServerProcess, run: ServerRun, onRestart: OnRestart): () => Promise<void> {
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

/** Starts PostgreSQL under a data directory; it ends when this process ends, however that happens. Throws StartError. */
export async function startEmbedded(dataDir: string, onRestart: OnRestart = () => undefined): Promise<EmbeddedServer> {
  const binaries = await findBinaries();
  const paths = await makePaths(dataDir);
  await waitUntilFree(paths, Date.now() + busyDeadlineMs);
  const account = await chooseAccount(binaries, paths.directory);
  await initialise(paths, binaries, account);
  const socket = await socketDirectory(paths);
  if (socket.temporary && account.kind === 'user') await chown(socket.directory, account.uid, account.gid);
  const run = { paths, binaries, account, socketDirectory: socket.directory, name: `perimeter-${randomUUID()}` };
  const server = await bringUp(run);
  await claim(paths);
  const end = keepUp(server, run, onRestart);
  return {
    connection: connectionTo(socket.directory),
    stop: async () => {
      await end();
      await disclaim(paths);
      if (socket.temporary) await rm(socket.directory, { recursive: true, force: true });
    },
  };
}
