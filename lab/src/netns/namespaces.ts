import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bindServer,
  hostileNameServer,
  ipv6Of,
  nameServers,
  liveDaemons,
  liveServers,
  oddServers,
  resolverAddress,
  resolverAddress6,
  routerAddress,
  routerAddress6,
  scannerAddress,
  scannerAddress6,
  serverNetwork6,
  serverNetworks,
} from '../hosts/addresses.ts';
import { addressesOf, endpoints } from '../hosts/endpoints.ts';
import { runFolder } from '../machine/paths.ts';

/**
 * The lab has two network namespaces. The building process is in the scanner's; the other is kept by a process that
 * only waits, and is entered through that process's id.
 */
export interface Internet {
  readonly holderPid: number;
}

/** Makes the second namespace, the link between the two, and all addresses and routes. */
export async function buildNetwork(): Promise<Internet> {
  mkdirSync(runFolder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', 'perimeter-lab', runFolder]);
  const internet = await holdNamespace();
  writeFileSync(holderFile, String(internet.holderPid));
  ip([
    'link set lo up',
    `link add to-internet type veth peer name to-scanner netns ${internet.holderPid}`,
    'link set to-internet up',
    `addr add ${scannerAddress}/24 dev to-internet`,
    `addr add ${resolverAddress}/32 dev lo`,
    `-6 addr add ${scannerAddress6}/64 dev to-internet nodad`,
    `-6 addr add ${resolverAddress6}/128 dev to-internet nodad`,
  ]);
  ip(internetAddresses(), internet);
  ip([
    ...serverNetworks.map((network) => `route add ${network} via ${routerAddress} src ${scannerAddress}`),
    `-6 route add ${serverNetwork6} via ${routerAddress6} src ${scannerAddress6}`,
  ]);
  useOwnResolver();
  return internet;
}

const holderFile = join(runFolder, 'internet.pid');

/** The internet of the lab whose namespaces this process is in. */
export function runningInternet(): Internet {
  return { holderPid: Number(readFileSync(holderFile, 'utf8')) };
}

function holdNamespace(): Promise<Internet> {
  const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo ready; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    holder.on('error', reject);
    holder.on('exit', () => reject(new Error('Making the namespace of the internet: unshare ended')));
    holder.stdout.once('data', () => resolve({ holderPid: holder.pid ?? 0 }));
  });
}

function internetAddresses(): readonly string[] {
  const servers = [
    ...[nameServers, oddServers, liveServers, liveDaemons, { bindServer }]
      .flatMap((servers) => Object.values(servers))
      .flatMap((address) => [address, ipv6Of(address)]),
    hostileNameServer,
    ...endpoints.flatMap(addressesOf),
  ];
  return [
    'link set lo up',
    'link set to-scanner up',
    `addr add ${routerAddress}/24 dev to-scanner`,
    `-6 addr add ${routerAddress6}/64 dev to-scanner nodad`,
    ...servers.map((address) =>
      address.includes(':') ? `-6 addr add ${address}/128 dev lo nodad` : `addr add ${address}/32 dev lo`,
    ),
  ];
}

/** Runs ip(8) commands in one batch, in the scanner's namespace or in the internet's. */
export function ip(commands: readonly string[], internet?: Internet): void {
  for (const family of ['-4', '-6']) {
    const batch = commands
      .filter((command) => command.startsWith('-6 ') === (family === '-6'))
      .map((command) => command.replace(/^-6 /, ''));
    if (batch.length === 0) continue;
    const [command, args] = entering(internet, 'ip', [family, '-batch', '-']);
    execFileSync(command, [...args], { input: `${batch.join('\n')}\n`, stdio: ['pipe', 'ignore', 'inherit'] });
  }
}

/** Starts a process on one side of the link. */
export function spawnIn(
  internet: Internet | undefined,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [outer, all] = entering(internet, command, args);
  return spawn(outer, [...all], options);
}

function entering(
  internet: Internet | undefined,
  command: string,
  args: readonly string[],
): readonly [string, readonly string[]] {
  return internet === undefined
    ? [command, args]
    : ['nsenter', [`--net=/proc/${internet.holderPid}/ns/net`, command, ...args]];
}

/** Only the lab's private mount namespace sees this file. */
function useOwnResolver(): void {
  const file = join(runFolder, 'resolv.conf');
  writeFileSync(file, `nameserver ${resolverAddress}\n`);
  if (existsSync('/etc/resolv.conf')) execFileSync('mount', ['--bind', file, '/etc/resolv.conf']);
}
