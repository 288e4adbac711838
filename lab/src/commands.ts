import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

const searched = [
  ...new Set([...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/bin', '/bin']),
];

/** The path of a command on this machine, also where only root's PATH would look; undefined when it is not there. */
export function findCommand(name: string): string | undefined {
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
