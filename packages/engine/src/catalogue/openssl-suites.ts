import { type CipherSuite, cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import type { TlsEndpoint } from '../evidence/tls/schema.ts';

// Cipher suite names that distribution builds of OpenSSL 3 include. Since OpenSSL 1.1.0, RC4, DES, 3DES, IDEA, SEED,
// export suites and static Diffie-Hellman need a custom build or were removed.
const ciphers: ReadonlySet<string> = new Set(['AES', 'CAMELLIA', 'ARIA', 'CHACHA20', 'NULL']);
const exchanges: ReadonlySet<string> = new Set(['any', 'RSA', 'DHE', 'ECDHE']);

const isBuiltIn = ({ cipher, keyExchange }: CipherSuite): boolean => ciphers.has(cipher) && exchanges.has(keyExchange);

/**
 * True where a distribution build of OpenSSL shares no suite or no version with the endpoint: every handshake fails,
 * and its output looks as if the server lacked the tested feature.
 */
export const isBeyondOpenssl = ({ versions }: Pick<TlsEndpoint, 'versions'>): boolean => {
  const accepted = versions.filter((version) => version.accepted.known && version.accepted.value);
  const suites = accepted
    .filter(({ version }) => version !== 'SSLv2' && version !== 'SSLv3')
    .flatMap((version) => version.suites.flatMap((code) => cipherSuites.get(code) ?? []));
  return accepted.some((version) => version.suites.length > 0) && !suites.some(isBuiltIn);
};
