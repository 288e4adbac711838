import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverNetwork6, serverNetworks } from '@perimeter/lab/hosts/addresses';
import { runFolder } from '@perimeter/lab/machine/paths';
import { waitUntilListening } from '@perimeter/lab/machine/ready';
import { ip, runningInternet, spawnIn } from '@perimeter/lab/netns/namespaces';
import { addressesAt, registryOctets, rootOctet, townDomains, townNetwork } from './domains.ts';
import { prepareNameServers, townResolver } from './name-servers.ts';

const readyTimeoutMs = 20_000;

/** What an audit of the town needs besides the lab's variables, and how to end it. */
export interface Town {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

/** Adds the town's addresses to the lab's servers' side; the route is that of the lab's first network, fast or slow. */
function addAddresses(): void {
  const octets = [
    rootOctet,
    ...registryOctets,
    ...townDomains.flatMap(({ web, nameServers, mail }) => [web, ...nameServers, ...(mail === null ? [] : [mail])]),
  ];
  ip(
    octets.flatMap((octet) => {
      const [four, six] = addressesAt(octet);
      return [`addr add ${four}/32 dev lo`, `-6 addr add ${six}/128 dev lo nodad`];
    }),
    runningInternet(),
  );
  const way = execFileSync('ip', ['route', 'show', serverNetworks[0]], { encoding: 'utf8' });
  ip([`route add ${townNetwork} ${way.trim().replace(/^\S+ /, '')}`]);
}

/** The routes of the lab, and that of the town. */
function writeRoutes(folder: string): string {
  const file = join(folder, 'routes.txt');
  const known = readFileSync(process.env['PERIMETER_ROUTES'] ?? '', 'utf8');
  writeFileSync(file, `${known}64510\t${townNetwork}\t300\n`);
  return file;
}

/** Starts twenty domains with separate server addresses inside the running lab, and waits until they answer. */
export async function startTown(): Promise<Town> {
  const folder = join(runFolder, 'town');
  mkdirSync(folder);
  addAddresses();
  const internet = runningInternet();
  const { daemons, anchor } = prepareNameServers(folder);
  const web = spawnIn(internet, process.execPath, [join(import.meta.dirname, 'servers.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const children: readonly ChildProcess[] = [
    web,
    ...daemons.map(({ command, args, side }) => {
      const log = openSync(join(folder, 'daemons.log'), 'a');
      return spawnIn(side === 'internet' ? internet : undefined, command, args, { stdio: ['ignore', log, log] });
    }),
  ];
  await new Promise((resolve) => web.stdout?.once('data', resolve));
  const nameServers = [rootOctet, ...registryOctets, ...townDomains.flatMap((domain) => domain.nameServers)];
  const targets = [...nameServers.map((octet) => `${addressesAt(octet)[0]}:53`), townResolver];
  const silent = await waitUntilListening(targets, readyTimeoutMs);
  if (silent.length > 0) throw new Error(`Not listening: ${silent.join(' ')}`);
  return {
    env: {
      PERIMETER_RESOLVERS: townResolver,
      PERIMETER_TRUST_ANCHORS: anchor,
      PERIMETER_ROUTES: writeRoutes(folder),
      PERIMETER_ALLOW_NETWORKS: [...serverNetworks, serverNetwork6, townNetwork].join(','),
    },
    stop: () => {
      for (const child of children) child.kill();
    },
  };
}
