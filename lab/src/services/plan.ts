import { hostileNameServer } from '../hosts/addresses.ts';
import { addressesOf } from '../hosts/endpoints.ts';
import { exposedEndpoints, ownPortsOf } from '../hosts/exposed.data.ts';
import { ownEndpoints, type ServerGroup } from '../servers/groups.ts';
import { dnsServices } from './dns.ts';
import { exposedDaemons } from './exposed/all.ts';
import { faultyNameServers } from './faulty-name-servers.ts';
import { liveNameServers } from './live-name-servers.ts';
import { dovecotService, postfixService } from './mail.ts';
import { nginxService } from './nginx.ts';
import { ownService, socketAddress, type Service, type Skipped } from './service.ts';
import { tarpitService } from './tarpit.ts';
import { tlsServices } from './tls.ts';

/** A part of the lab that `--only` can choose. */
export const parts = ['dns', 'web', 'services', 'tls', 'fakes', 'hostile', 'exposed'] as const;

/** One of the parts. */
export type Part = (typeof parts)[number];

/** The daemons of the chosen parts, and what cannot run here. */
export function planServices(chosen: readonly Part[]): readonly (Service | Skipped)[] {
  const byPart: Record<Part, () => readonly (Service | Skipped)[]> = {
    dns: () => [...dnsServices(), ...faultyNameServers(), ...liveNameServers()],
    web: webServices,
    services: () => [ownServers('services'), postfixService(), dovecotService()],
    tls: tlsServices,
    fakes: () => [ownServers('fakes')],
    hostile: () => [ownServers('hostile'), ownService('hostile-dns', [`${hostileNameServer}:53`])],
    exposed: () => [ownService('exposed', exposedListeners()), tarpitService(), ...exposedDaemons()],
  };
  return chosen.flatMap((part) => byPart[part]());
}

/** Without nginx its sites are served like the others, only without HTTP/2. */
function webServices(): readonly (Service | Skipped)[] {
  const nginx = nginxService();
  return nginx.kind === 'service' ? [nginx, ownServers('web')] : [nginx, ownServers('all-web')];
}

function ownServers(group: ServerGroup): Service {
  const listens = ownEndpoints(group).flatMap((row) =>
    addressesOf(row).flatMap((address) => row.ports.map((port) => socketAddress(address, port))),
  );
  return ownService(group, listens);
}

const exposedListeners = (): readonly string[] =>
  exposedEndpoints.flatMap((row) =>
    addressesOf(row).flatMap((address) => ownPortsOf(row).map((port) => socketAddress(address, port))),
  );
