import { hostileNameServer, nameServers, resolverAddress } from '../hosts/addresses.ts';
import type { Role } from '../dns/own-answer.ts';
import { listening, type Bind } from '../machine/listen.ts';

/** `node serve.ts GROUP` runs one group of the lab's own servers at the addresses of the table. */
const atItsOwnAddress: Bind = (host, port) => ({ host, port });

async function startDns(hosts: readonly string[], role: Role): Promise<unknown> {
  const [{ startOwnDns }, { allZones }] = await Promise.all([
    import('../dns/own-server.ts'),
    import('../dns/lab-zones.ts'),
  ]);
  return await Promise.all(hosts.map((host) => startOwnDns(listening(), allZones(), { host, port: 53, role })));
}

async function startSites(group: 'web' | 'all-web'): Promise<unknown> {
  const { ownEndpoints, startWeb } = await import('./groups.ts');
  return await startWeb(listening(), ownEndpoints(group), atItsOwnAddress);
}

/** Each process loads only what it serves, because loading takes a large part of the lab's start time. */
const starters: Readonly<Record<string, () => Promise<unknown>>> = {
  web: () => startSites('web'),
  'all-web': () => startSites('all-web'),
  dns: () => startDns([resolverAddress], 'resolver'),
  'name-servers': () => startDns(Object.values(nameServers), 'authoritative'),
  services: async () => {
    const [{ ownEndpoints }, { startServices }] = await Promise.all([import('./groups.ts'), import('./services.ts')]);
    return await startServices(listening(), ownEndpoints('services'), atItsOwnAddress);
  },
  fakes: async () => {
    const [{ ownEndpoints }, { startFakes }] = await Promise.all([import('./groups.ts'), import('./fakes.ts')]);
    return await startFakes(listening(), ownEndpoints('fakes'), atItsOwnAddress);
  },
  hostile: async () => {
    const [{ ownEndpoints }, { startHostile }] = await Promise.all([import('./groups.ts'), import('./hostile.ts')]);
    return await startHostile(listening(), ownEndpoints('hostile'), atItsOwnAddress);
  },
  exposed: async () => {
    const { startExposed } = await import('./exposed/start.ts');
    return await startExposed();
  },
  'hostile-dns': async () => {
    const { startHostileDns } = await import('../hostile/dns.ts');
    return await startHostileDns({ host: hostileNameServer, port: 53 });
  },
  'odd-dns': async () => {
    const [{ startOddServers }, { startLiveServers }] = await Promise.all([
      import('../dns/odd/server.ts'),
      import('../dns/live/server.ts'),
    ]);
    return await Promise.all([startOddServers(), startLiveServers()]);
  },
  forward: async () => {
    const { startForwarders } = await import('./forward.ts');
    return await startForwarders();
  },
};

const [group = ''] = process.argv.slice(2);
await starters[group]?.();
