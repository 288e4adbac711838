import { hostileNameServer, nameServers, resolverAddress } from '../addresses.ts';
import { startOwnDns } from '../dns/own-server.ts';
import { allZones } from '../dns/sign.ts';
import { startFakes } from './fakes.ts';
import { startForwarders } from './forward.ts';
import { ownEndpoints, startWeb } from './groups.ts';
import { startHostile } from './hostile.ts';
import { startHostileDns } from './hostile/dns.ts';
import type { Bind } from './listen.ts';
import { startServices } from './services.ts';

/** `node serve.ts GROUP` runs one group of the lab's own servers at the addresses of the table. */
const atItsOwnAddress: Bind = (host, port) => ({ host, port });

const starters: Readonly<Record<string, () => Promise<unknown>>> = {
  web: () => startWeb(ownEndpoints('web'), atItsOwnAddress),
  'all-web': () => startWeb(ownEndpoints('all-web'), atItsOwnAddress),
  dns: () => startOwnDns(allZones(), { host: resolverAddress, port: 53 }),
  'name-servers': () =>
    Promise.all(Object.values(nameServers).map((host) => startOwnDns(allZones(), { host, port: 53 }))),
  services: () => startServices(ownEndpoints('services'), atItsOwnAddress),
  fakes: () => startFakes(ownEndpoints('fakes'), atItsOwnAddress),
  hostile: () => startHostile(ownEndpoints('hostile'), atItsOwnAddress),
  'hostile-dns': () => startHostileDns({ host: hostileNameServer, port: 53 }),
  forward: startForwarders,
};

const [group = ''] = process.argv.slice(2);
await starters[group]?.();
