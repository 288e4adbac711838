import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint } from '../../hosts/endpoints.ts';
import { certificateFiles } from '../../issuance/files.ts';
import { findCommand } from '../../machine/commands.ts';
import { runFolder } from '../../machine/paths.ts';
import type { Service, Skipped } from '../service.ts';

/** A daemon behind ports of an exposed host. */
export interface Daemon {
  /** The service of the table; with the host it is the name under which tests ask for it. */
  readonly service: string;
  readonly host: string;
  /** Package and command of each program; the first one is started. */
  readonly programs: readonly (readonly [command: string, packageName: string])[];
  readonly needsRoot?: true;
  readonly ports: readonly number[];
  /** Writes what the daemon reads, and answers with its arguments; called only where the daemon is there. */
  readonly prepare: (at: DaemonPlace) => readonly string[];
}

/** Where a daemon runs: its address, and a folder of its own in the lab's tmpfs. */
export interface DaemonPlace {
  readonly address: string;
  readonly folder: string;
  /** Writes a file into the folder; answers with its path. */
  readonly write: (name: string, text: string, mode?: number) => string;
  /** Makes a folder in it. */
  readonly make: (name: string) => string;
}

/** Certificate and key of a host. */
export const filesOf = (host: string): { chain: string; key: string } =>
  certificateFiles(endpoint(host))[0] ?? { chain: '', key: '' };

/**
 * The programs of a daemon that runs in a separate mount namespace, and its arguments: a script, for which /run is
 * private and empty.
 */
export const ownRoom = (
  programs: Daemon['programs'],
  script: (place: DaemonPlace) => string,
): Pick<Daemon, 'programs' | 'needsRoot' | 'prepare'> => ({
  programs: [['unshare', 'util-linux'], ...programs],
  needsRoot: true,
  prepare: (place) => [
    '--mount',
    'sh',
    '-e',
    place.write('start.sh', `mount -t tmpfs none /run\n${script(place).trim()}\n`),
  ],
});

/** What tests look for among what the lab runs without. */
export const daemonName = (service: string, host: string): string => `${service}.${host}`;

function placeOf({ service, host }: Daemon): DaemonPlace {
  const folder = join(runFolder, `${service}-${host}`);
  mkdirSync(folder, { recursive: true });
  return {
    address: endpoint(host).address,
    folder,
    write: (name, text, mode = 0o644) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode });
      return path;
    },
    make: (name) => {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
  };
}

/** The daemon, ready to be started, or why it is left out. */
export function daemonService(daemon: Daemon): Service | Skipped {
  const name = daemonName(daemon.service, daemon.host);
  const skipped = (reason: string): Skipped => ({ kind: 'skipped', name, reason });
  const isRootless = process.env['PERIMETER_LAB_ROOTLESS'] !== undefined || process.getuid?.() !== 0;
  if (daemon.needsRoot === true && isRootless) return skipped('it needs root');
  const missing = daemon.programs.find(([command]) => findCommand(command) === undefined);
  if (missing !== undefined) return skipped(`${missing[0]} of the package ${missing[1]} is not installed`);
  const place = placeOf(daemon);
  return {
    kind: 'service',
    name,
    command: findCommand(daemon.programs[0]?.[0] ?? '') ?? '',
    args: daemon.prepare(place),
    network: 'internet',
    listens: daemon.ports.map((port) => `${place.address}:${port}`),
  };
}
