import { execFile } from 'node:child_process';
import { access, constants, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError, systemText } from '../../settings/start-error.ts';
import { commandAs, type Account } from './account.ts';
import { isCode, type Binaries } from './binaries.ts';
import type { EmbeddedPaths } from './paths.ts';
import { findProcess } from './processes.ts';

const run = promisify(execFile);
const unfinished = /^init-(\d+)$/;

async function dataVersion(paths: EmbeddedPaths): Promise<string | null> {
  try {
    return (await readFile(path.join(paths.data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function removeUnfinished(paths: EmbeddedPaths): Promise<void> {
  for (const name of await readdir(paths.directory)) {
    const pid = unfinished.exec(name)?.[1];
    if (pid !== undefined && (await findProcess(Number(pid))) === null) {
      await rm(path.join(paths.directory, name), { recursive: true, force: true });
    }
  }
}

// strerror(3) of ENOSPC in the C locale, which initdb runs with.
const diskIsFull = 'No space left on device';

/** The output of initdb, or advice if the disk is full, because the output hides that. */
const reasonIn = (text: string): string =>
  text.includes(diskIsFull) ? 'the disk is full. Free space, or set PERIMETER_DATA_DIR to another disk' : text;

// Created in a temporary directory and renamed when complete, so that an interruption leaves no partial data directory.
async function create(paths: EmbeddedPaths, binaries: Binaries, account: Account): Promise<void> {
  const fresh = path.join(paths.directory, `init-${process.pid}`);
  await rm(fresh, { recursive: true, force: true });
  const options = ['-D', fresh, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  const { file, args, ids } = commandAs(account, binaries.initdb, options);
  try {
    await run(file, args, { ...ids, cwd: '/' });
    await rename(fresh, paths.data);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process created the directory first: use that one.
    if (isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST')) return;
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new StartError(`Creating a database in ${paths.data} failed: ${reasonIn(stderr || String(error))}`);
  }
}

/** Throws StartError if the directory is not writable, as on a read-only mount. */
async function requireWritable({ directory }: EmbeddedPaths): Promise<void> {
  try {
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data directory ${directory} is not writable: ${systemText(error)}. ` +
        'Make it writable for the user of the service, or set PERIMETER_DATA_DIR to another directory',
    );
  }
}

/**
 * Creates the data directory if it is missing. Throws StartError if it is not writable or belongs to another major
 * version.
 */
export async function initialise(paths: EmbeddedPaths, binaries: Binaries, account: Account): Promise<void> {
  await requireWritable(paths);
  const version = await dataVersion(paths);
  if (version === null) {
    await removeUnfinished(paths);
    await create(paths, binaries, account);
  } else if (version !== binaries.major) {
    throw new StartError(
      `${paths.data} was created by PostgreSQL ${version}, but version ${binaries.major} is installed. ` +
        'Move the data with a dump and restore, or set PERIMETER_DATA_DIR to a new place',
    );
  }
}
