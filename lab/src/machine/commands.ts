import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps each version of PostgreSQL in a folder of its own. */
const postgresFolder = '/usr/lib/postgresql';
const postgresVersions = existsSync(postgresFolder) ? readdirSync(postgresFolder) : [];

const searched = [
  ...new Set([...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/bin', '/bin']),
  ...postgresVersions.map((version) => join(postgresFolder, version, 'bin')),
];

/** `PERIMETER_LAB_WITHOUT=nginx,nsd` shows how the lab fares on a machine without them. */
const disregarded = (process.env['PERIMETER_LAB_WITHOUT'] ?? '').split(',');

/** The path of a command on this machine, also where only root's PATH would look; undefined when it is not there. */
export function findCommand(name: string): string | undefined {
  if (disregarded.includes(name)) return undefined;
  return searched
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
