import { chown, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { initialise } from './initialise.ts';
import { claim, disclaim } from './owner.ts';
import { makePaths, socketDirectory } from './paths.ts';
import { connectionTo } from './answers.ts';
import { bringUp, busyDeadlineMs, keepUp, type OnRestart, waitUntilFree } from './keep-up.ts';

/** How to connect to the embedded server, and how to end it. */
export interface EmbeddedServer {
  connection: { host: string; user: string; database: string };
  stop: () => Promise<void>;
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
