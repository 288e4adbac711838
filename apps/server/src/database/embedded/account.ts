import { execFile } from 'node:child_process';
import { chown, lchown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { nobody } from '../../settings/nobody.ts';
import { StartError } from '../../settings/start-error.ts';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/**
 * The user that the server runs as, because PostgreSQL refuses to run as root: the current user, another one, or an
 * unprivileged one in a user namespace.
 */
export type Account =
  | { kind: 'self' }
  | { kind: 'user'; uid: number; gid: number }
  | { kind: 'namespace'; uid: number; gid: number };

/** A command with its arguments, for spawn and execFile. */
export interface Command {
  file: string;
  args: string[];
  ids: { uid?: number; gid?: number };
}

/** Wraps a command line so that it runs as an account. */
export function commandAs(account: Account, file: string, args: readonly string[]): Command {
  switch (account.kind) {
    case 'self':
      return { file, args: [...args], ids: {} };
    case 'user':
      return { file, args: [...args], ids: { uid: account.uid, gid: account.gid } };
    case 'namespace':
      // Outside the user namespace files belong to root; inside, the server has a user that PostgreSQL accepts.
      return {
        file: 'unshare',
        args: ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, file, ...args],
        ids: {},
      };
  }
}

async function succeeds(command: Command): Promise<boolean> {
  try {
    await run(command.file, command.args, { ...command.ids, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

// Children first: if a directory has its new owner, so has everything in it, even after an interruption.
async function giveTo(directory: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name);
    if (!entry.isDirectory()) await lchown(child, uid, gid);
    else if ((await stat(child)).uid !== uid) {
      await giveTo(child, uid, gid);
      await chown(child, uid, gid);
    }
  }
}

// A user namespace that maps few users cannot change the owner to others (EINVAL).
async function isGivenTo(directory: string, uid: number, gid: number): Promise<boolean> {
  try {
    await chown(directory, uid, gid);
    return true;
  } catch {
    return false;
  }
}

async function reaches(account: Account, binaries: Binaries, directory: string): Promise<boolean> {
  const runsAndTouches = '"$2" --version && cd "$1" && test -w .';
  return succeeds(commandAs(account, '/bin/sh', ['-c', runsAndTouches, 'sh', directory, binaries.postgres]));
}

/** Chooses the account for a directory and makes it the owner. Throws StartError if no account is possible. */
export async function chooseAccount(binaries: Binaries, directory: string): Promise<Account> {
  const self = process.getuid?.() ?? 0;
  const owner = await stat(directory);
  if (self !== 0) {
    if (owner.uid === self) return { kind: 'self' };
    throw new StartError(`${directory} belongs to user ${owner.uid}. Run as that user, or set PERIMETER_DATA_DIR`);
  }
  const ids = owner.uid === 0 ? nobody() : { uid: owner.uid, gid: owner.gid };
  const user: Account = { kind: 'user', ...ids };
  if ((await isGivenTo(directory, ids.uid, ids.gid)) && (await reaches(user, binaries, directory))) {
    await giveTo(directory, ids.uid, ids.gid);
    return user;
  }
  const namespace: Account = { kind: 'namespace', ...nobody() };
  await chown(directory, 0, 0);
  await giveTo(directory, 0, 0);
  if (await reaches(namespace, binaries, directory)) return namespace;
  throw new StartError(
    `The embedded database does not run as root, and user ${ids.uid} cannot reach ${directory} or ${binaries.postgres}. ` +
      'Run as an ordinary user, set PERIMETER_DATA_DIR to a directory that this user can reach, or set DATABASE_URL',
  );
}
