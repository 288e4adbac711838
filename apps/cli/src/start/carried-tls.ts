// Replaces node:tls for the engine in the package, with the roots included, so that one version gives the same verdicts
// under every Node.js. Older versions lack roots of current certificates.
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** @public Imported by the engine as node:tls. */
export { checkServerIdentity } from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/** Mozilla's roots of the Node.js that made the package. */
export const rootCertificates: readonly string[] =
  readFileSync(new URL('../roots.pem', import.meta.url), 'utf8').match(block) ?? [];

/** The certificates of NODE_EXTRA_CA_CERTS. An unreadable file is ignored, as Node.js does. */
function readExtra(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  try {
    return file === '' ? [] : (readFileSync(file, 'utf8').match(block) ?? []);
  } catch {
    return [];
  }
}

/** tls.getCACertificates exists since Node.js 22.15; earlier versions have no system roots either. */
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
/** Options that require a separate secure context. */
const own = ['secureContext', 'ciphers', 'minVersion', 'maxVersion', 'secureOptions', 'ecdhCurve', 'sigalgs', 'cert'];

/** @public */
export const connect = (options: tls.ConnectionOptions): tls.TLSSocket =>
  tls.connect(
    own.some((name) => name in options)
      ? { ...roots, ...options }
      : { ...options, secureContext: (shared ??= createSecureContext()) },
  );
