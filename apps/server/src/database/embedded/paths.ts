import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeDirectory } from '../../settings/make-directory.ts';
import { StartError, systemText } from '../../settings/start-error.ts';

/** The files of the embedded server. */
export interface EmbeddedPaths {
  /** Contains all of the following; owned by the server's account, mode 0700. */
  directory: string;
  data: string;
  log: string;
  owner: string;
  postmasterPid: string;
}

/** Creates the directories under a data directory, and returns their paths. */
export async function makePaths(dataDir: string): Promise<EmbeddedPaths> {
  const directory = path.join(path.resolve(dataDir), 'postgres');
  try {
    // Other users may traverse it, so that the server's account can reach its own directories.
    await makeDirectory(dataDir, 0o711);
    await makeDirectory(directory, 0o700);
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be made: ${systemText(error)}. Set PERIMETER_DATA_DIR to another directory`,
    );
  }
  const data = path.join(directory, 'data');
  return {
    directory,
    data,
    log: path.join(directory, 'postgres.log'),
    owner: path.join(directory, 'owner.json'),
    postmasterPid: path.join(data, 'postmaster.pid'),
  };
}

// sun_path holds 108 bytes on Linux and 104 on macOS, with the terminating NUL (unix(7), sys/un.h).
const maxSocketPathBytes = (process.platform === 'linux' ? 108 : 104) - 1;
const fits = (directory: string): boolean =>
  Buffer.byteLength(path.join(directory, '.s.PGSQL.5432')) <= maxSocketPathBytes;

/** A directory whose socket path is short enough: the server's own, or a temporary one that is removed at the end. */
export async function socketDirectory(paths: EmbeddedPaths): Promise<{ directory: string; temporary: boolean }> {
  if (fits(paths.directory)) return { directory: paths.directory, temporary: false };
  const base = [os.tmpdir(), '/tmp'].find((candidate) => fits(path.join(candidate, 'perimeter-XXXXXX')));
  if (base === undefined)
    throw new StartError(
      `The path ${paths.directory} is too long for a socket. Set PERIMETER_DATA_DIR to a shorter path`,
    );
  return { directory: await mkdtemp(path.join(base, 'perimeter-')), temporary: true };
}
