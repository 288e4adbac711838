import { allowedNetworks, ipv6Of, nameServers, recursionName } from '../hosts/addresses.ts';
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
import { addressesOf, endpoints } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { logListFile, rootCertificateFile, rootListFile } from '../issuance/files.ts';
import { ensurePki } from '../issuance/store.ts';
import { startFakes } from '../servers/fakes.ts';
import { startWeb, ownEndpoints } from '../servers/groups.ts';
import { startHostile } from '../servers/hostile.ts';
import { freePorts } from '../machine/free-port.ts';
import { closeAll, type Bind, type Listening } from '../servers/listen.ts';
import { startServices } from '../servers/services.ts';
import { socketAddress } from '../services/service.ts';

/** Nobody listens there: addresses of the lab without a server refuse, and no packet leaves the machine. */
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
  const dialMap = await makeDialMap(served);
  const bind: Bind = (address, port) => {
    const [host = '', mapped = ''] = (dialMap[socketAddress(address, port)] ?? '').split(':');
    return { host, port: Number(mapped) };
  };
  const [dnsPort = 0, serverPort = 0] = await freePorts(2);
  const dns = await startOwnDns(allZones(), { host: '127.0.0.1', port: dnsPort });
  const server = await startOwnDns(allZones(), { host: '127.0.0.1', port: serverPort, role: 'authoritative' });
  const groups = await startGroups(served, bind);
  for (const address of Object.values(nameServers)) {
    for (const one of [address, ipv6Of(address)]) dialMap[socketAddress(one, 53)] = `127.0.0.1:${serverPort}`;
  }
  return {
    env: {
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
    },
    endpoints: served,
    stop: async () => {
      await Promise.all([dns.stop(), server.stop(), ...groups.map(closeAll)]);
    },
  };
}

function startGroups(served: readonly Endpoint[], bind: Bind): Promise<readonly Listening[]> {
  const own = new Set([...ownEndpoints('services'), ...ownEndpoints('fakes'), ...ownEndpoints('hostile')]);
  return Promise.all([
    startWeb(
      served.filter((row) => !own.has(row)),
      bind,
    ),
    startServices(ownEndpoints('services'), bind),
    startFakes(ownEndpoints('fakes'), bind),
    startHostile(ownEndpoints('hostile'), bind),
  ]);
}

async function makeDialMap(served: readonly Endpoint[]): Promise<Record<string, string>> {
  const targets = served.flatMap((row) =>
    addressesOf(row).flatMap((address) => row.ports.map((port) => socketAddress(address, port))),
  );
  const ports = await freePorts(targets.length);
  return Object.fromEntries(targets.map((target, index) => [target, `127.0.0.1:${ports[index] ?? 0}`]));
}
