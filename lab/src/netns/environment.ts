import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allowedNetworks, resolverAddress, recursionName } from '../hosts/addresses.ts';
import { labSources } from '../dns/routing-zones.data.ts';
import { hasSignedDns } from '../dns/sign.ts';
import {
  edgesFile,
  preloadFile,
  rdapBootstrapFile,
  routesFile,
  takeoversFile,
  trustAnchorFile,
  unsignedAnchorFile,
  vrpsFile,
} from '../dns/zone-files.ts';
import { runFolder } from '../machine/paths.ts';
import { logListFile, rootCertificateFile, rootListFile } from '../issuance/files.ts';

const environmentFile = join(runFolder, 'environment.json');

/** The variables that make an audit, and the tests, work inside the lab, which runs without these of its hosts. */
export function labEnvironment(withoutHosts: readonly string[]): Readonly<Record<string, string>> {
  return {
    PERIMETER_LAB: '1',
    PERIMETER_LAB_WITHOUT: withoutHosts.join(' '),
    PERIMETER_RESOLVERS: `${resolverAddress}:53`,
    PERIMETER_ALLOW_NETWORKS: allowedNetworks,
    PERIMETER_TRUST_ANCHORS: hasSignedDns() ? trustAnchorFile : unsignedAnchorFile(),
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
    CURL_CA_BUNDLE: rootCertificateFile,
  };
}

/** The environment of a command inside the lab: this process's own, the lab's variables, and this very Node first in the path. */
export function commandEnvironment(lab: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...lab, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
}

/** Leaves the variables where a second terminal finds them, even after the sources have changed. */
export function publishEnvironment(variables: Readonly<Record<string, string>>): void {
  writeFileSync(environmentFile, JSON.stringify(variables));
}

/** The variables of the lab whose process 1 is this one, read through its own mount namespace. */
export function environmentOf(pid: number): Readonly<Record<string, string>> {
  const variables: Record<string, string> = JSON.parse(readFileSync(`/proc/${pid}/root${environmentFile}`, 'utf8'));
  return variables;
}
