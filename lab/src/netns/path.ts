import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  routerAddress,
  routerAddress6,
  resolverAddress,
  resolverAddress6,
  scannerAddress,
  scannerAddress6,
  serverNetwork6,
  serverNetworks,
} from '../hosts/addresses.ts';
import { findCommand } from '../machine/commands.ts';
import { ip, runningInternet, type Internet } from './namespaces.ts';
import { cacheFolder, labFolder } from '../machine/paths.ts';
import type { Skipped } from '../services/service.ts';

/** The two paths between scanner and servers: the plain link, and one that delays every packet. */
export type Path = 'fast' | 'slow';

const devices = { scanner: 'slow-scanner', internet: 'slow-internet' } as const;
const addresses = {
  scanner: '198.18.0.1',
  internet: '198.18.0.2',
  scanner6: '2001:db8:18::1',
  internet6: '2001:db8:18::2',
} as const;

/** Starts the process that delays packets and links its devices; answers with why there is none, or undefined. */
export async function startSlowPath(rttMs: number, internet: Internet): Promise<Skipped | undefined> {
  const skipped = (reason: string): Skipped => ({ kind: 'skipped', name: 'slow path', reason });
  if (!existsSync('/dev/net/tun')) return skipped('there is no /dev/net/tun');
  const program = delayProgram();
  if (program === undefined) return skipped('there is neither gcc nor python3');
  const [command, ...before] = program;
  const oneWayUs = String(Math.round((rttMs * 1000) / 2));
  const namespaces = ['/proc/self/ns/net', devices.scanner, `/proc/${internet.holderPid}/ns/net`, devices.internet];
  const child = spawn(command, [...before, oneWayUs, ...namespaces], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ready = await new Promise<boolean>((resolve) => {
    child.stdout.once('data', () => resolve(true));
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(false));
  });
  if (!ready) return skipped('the delaying process could not open its devices');
  linkSlowPath(internet);
  return undefined;
}

function delayProgram(): readonly [string, ...string[]] | undefined {
  const source = join(labFolder, 'src', 'netns', 'delay.c');
  const compiled = join(cacheFolder, 'delay');
  if (existsSync(compiled) && statSync(compiled).mtimeMs > statSync(source).mtimeMs) return [compiled];
  const compiler = findCommand('gcc') ?? findCommand('cc');
  if (compiler !== undefined) {
    mkdirSync(cacheFolder, { recursive: true });
    // Several labs may start at once: each compiles a file of its own, and the last one stays.
    const own = `${compiled}.${randomBytes(6).toString('hex')}`;
    execFileSync(compiler, ['-O2', '-Wall', '-o', own, source]);
    renameSync(own, compiled);
    return [compiled];
  }
  const python = findCommand('python3');
  return python === undefined ? undefined : [python, join(labFolder, 'src', 'netns', 'delay.py')];
}

function linkSlowPath(internet: Internet): void {
  ip([
    `addr add ${addresses.scanner}/30 dev ${devices.scanner}`,
    `link set ${devices.scanner} up txqueuelen 5000`,
    `-6 addr add ${addresses.scanner6}/64 dev ${devices.scanner} nodad`,
  ]);
  ip(
    [
      `addr add ${addresses.internet}/30 dev ${devices.internet}`,
      `link set ${devices.internet} up txqueuelen 5000`,
      `-6 addr add ${addresses.internet6}/64 dev ${devices.internet} nodad`,
    ],
    internet,
  );
}

/** Chooses the path of the lab that this process has entered. */
export function choosePathHere(path: Path): void {
  choosePath(path, runningInternet());
}

/** Sends all traffic between scanner and servers, resolver included, the one way or the other. */
export function choosePath(path: Path, internet: Internet): void {
  const slow = path === 'slow';
  const way = slow ? `via ${addresses.internet} dev ${devices.scanner}` : `via ${routerAddress}`;
  const way6 = slow ? `via ${addresses.internet6} dev ${devices.scanner}` : `via ${routerAddress6}`;
  ip([
    ...serverNetworks.map((network) => `route replace ${network} ${way} src ${scannerAddress}`),
    `-6 route replace ${serverNetwork6} ${way6} src ${scannerAddress6}`,
  ]);
  const back = slow ? `via ${addresses.scanner} dev ${devices.internet}` : 'dev to-scanner';
  const back6 = slow ? `via ${addresses.scanner6} dev ${devices.internet}` : 'dev to-scanner';
  ip(
    [
      ...[scannerAddress, resolverAddress].map((address) => `route replace ${address}/32 ${back}`),
      ...[scannerAddress6, resolverAddress6].map((address) => `-6 route replace ${address}/128 ${back6}`),
    ],
    internet,
  );
}
