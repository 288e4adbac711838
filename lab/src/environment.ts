import { dirname } from 'node:path';
import { resolverAddress, serverNetwork, serverNetwork6 } from './addresses.ts';
import { trustAnchorFile } from './dns/sign.ts';
import { rootCertificateFile } from './pki/store.ts';

/** The variables that make an audit, and the tests, work inside the lab. */
export function labEnvironment(): Readonly<Record<string, string>> {
  return {
    PERIMETER_LAB: '1',
    PERIMETER_RESOLVERS: `${resolverAddress}:53`,
    PERIMETER_ALLOW_NETWORKS: `${serverNetwork},${serverNetwork6}`,
    PERIMETER_TRUST_ANCHORS: trustAnchorFile,
    NODE_EXTRA_CA_CERTS: rootCertificateFile,
    CURL_CA_BUNDLE: rootCertificateFile,
  };
}

/** The environment of a command inside the lab: this process's own, the lab's variables, and this very Node first in the path. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ...labEnvironment(), PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` };
}
