import { allowedNetworks, ipv6Of, nameServers, recursionName } from '../hosts/addresses.ts';
import type { Role } from '../dns/own-answer.ts';
import { startOwnDns } from '../dns/own-server.ts';
import { allZones } from '../dns/lab-zones.ts';
import { labSources } from '../dns/routing-zones.data.ts';
import {
  edgesFile,
  preloadFile,
  rdapBootstrapFile,
  routesFile,
  takeoversFile,
  unsignedAnchorFile,
  vrpsFile,
} from '../dns/zone-files.ts';
import { endpoints } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { logListFile, rootCertificateFile, rootListFile } from '../issuance/files.ts';
import { ensurePki } from '../issuance/store.ts';
import { startFakes } from '../servers/fakes.ts';
import { startWeb, ownEndpoints } from '../servers/groups.ts';
import { startHostile } from '../servers/hostile.ts';
import { closeAll, listening, type Bind, type Listening } from '../machine/listen.ts';
import { startServices } from '../servers/services.ts';
import { socketAddress } from '../services/service.ts';

/** Nothing listens here: lab addresses without a server refuse connections, and no packet leaves the machine. */
const nobody = '127.0.0.1:1';

/** A lab on loopback: the same names and addresses, reached through the map of `PERIMETER_DIAL_MAP`. */
export interface LoopbackLab {
  /** Variables for the process that audits. */
  readonly env: Readonly<Record<string, string>>;
  readonly endpoints: readonly Endpoint[];
  readonly stop: () => Promise<void>;
}

/** Starts what needs no namespaces and no packages: this repository's own servers, on ports of 127.0.0.1 that were free. */
export async function startLoopbackLab(): Promise<LoopbackLab> {
  await ensurePki();
  const served = endpoints.filter(({ loopback }) => loopback);
  const dialMap: Record<string, string> = {};
  const bind: Bind = (address, port) => ({
    host: '127.0.0.1',
    port: 0,
    onPort: (given) => {
      dialMap[socketAddress(address, port)] = `127.0.0.1:${given}`;
    },
  });
  const group = listening();
  try {
    const [dnsPort, serverPort] = await Promise.all([startDns(group, 'resolver'), startDns(group, 'authoritative')]);
    await startServers(group, served, bind);
    for (const address of Object.values(nameServers)) {
      for (const one of [address, ipv6Of(address)]) dialMap[socketAddress(one, 53)] = `127.0.0.1:${serverPort}`;
    }
    return { env: environment(dnsPort, dialMap), endpoints: served, stop: () => closeAll(group) };
  } catch (error) {
    await closeAll(group);
    throw error;
  }
}

const startDns = (group: Listening, role: Role): Promise<number> =>
  startOwnDns(group, allZones(), { host: '127.0.0.1', port: 0, role });

function environment(dnsPort: number, dialMap: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PERIMETER_RESOLVERS: `127.0.0.1:${dnsPort}`,
    PERIMETER_ALLOW_NETWORKS: allowedNetworks,
    PERIMETER_DIAL_MAP: JSON.stringify({ ...dialMap, '*': nobody }),
    PERIMETER_TRUST_ANCHORS: unsignedAnchorFile(),
    PERIMETER_RDAP_BOOTSTRAP: rdapBootstrapFile(),
    PERIMETER_ROUTES: routesFile(),
    PERIMETER_VRPS: vrpsFile(),
    PERIMETER_SOURCES: labSources,
    PERIMETER_HSTS_PRELOAD: preloadFile(),
    PERIMETER_TAKEOVERS: takeoversFile(),
    PERIMETER_EDGES: edgesFile(),
    PERIMETER_PUBLIC_ROOTS: rootListFile,
    PERIMETER_RECURSION_NAME: recursionName,
    PERIMETER_CT_LOGS: logListFile,
    NODE_EXTRA_CA_CERTS: rootCertificateFile,
  };
}

async function startServers(group: Listening, served: readonly Endpoint[], bind: Bind): Promise<void> {
  const own = new Set([...ownEndpoints('services'), ...ownEndpoints('fakes'), ...ownEndpoints('hostile')]);
  const web = served.filter((row) => !own.has(row));
  await Promise.all([
    startWeb(group, web, bind),
    startServices(group, ownEndpoints('services'), bind),
    startFakes(group, ownEndpoints('fakes'), bind),
    startHostile(group, ownEndpoints('hostile'), bind),
  ]);
}
