// In the package, the engine gets this module in place of node:tls: the roots come with it, so that one version judges alike under
// every Node.js. The list of an older one lacks roots that certificates lead to today.
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** @public The engine imports it by the name of node:tls. */
export { checkServerIdentity } from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/** Mozilla's roots as the Node.js carried them that made the package. */
export const rootCertificates: readonly string[] =
  readFileSync(new URL('../roots.pem', import.meta.url), 'utf8').match(block) ?? [];

/** Those of NODE_EXTRA_CA_CERTS. A file that cannot be read is ignored, as Node.js ignores it. */
function readExtra(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  try {
    return file === '' ? [] : (readFileSync(file, 'utf8').match(block) ?? []);
  } catch {
    return [];
  }
}

/** tls.getCACertificates is there since Node.js 22.15; older ones have no roots of the system either. */
export function getCACertificates(type: 'default' | 'extra'): string[] {
  const own: unknown = tls.getCACertificates;
  if (type === 'extra') return own === undefined ? readExtra() : tls.getCACertificates('extra');
  const usual = own === undefined ? readExtra() : tls.getCACertificates('default');
  return [...new Set([...rootCertificates, ...usual])];
}

const roots = { ca: getCACertificates('default') };

export const createSecureContext: typeof tls.createSecureContext = (options) =>
  tls.createSecureContext({ ...roots, ...options });

let shared: tls.SecureContext | undefined;
/** Options that make a context of their own. */
const own = ['secureContext', 'ciphers', 'minVersion', 'maxVersion', 'secureOptions', 'ecdhCurve', 'sigalgs', 'cert'];

/** @public */
export const connect = (options: tls.ConnectionOptions): tls.TLSSocket =>
  tls.connect(
    own.some((name) => name in options)
      ? { ...roots, ...options }
      : { ...options, secureContext: (shared ??= createSecureContext()) },
  );
