import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import type { TlsEndpoint, TlsVersionName } from './schema.ts';
import { acceptedSuites, acceptsAny, classicVersions, suiteGap } from './inventory.ts';

/** Rules out what only versions before TLS 1.3 have. */
export const onlyTls13 = (endpoint: TlsEndpoint): string | null =>
  acceptsAny(endpoint, classicVersions) === false ? 'Only TLS 1.3 is accepted, which is not affected' : null;

/** Rules out what needs a suite of one kind, where the whole list of accepted suites has none. */
export const withoutSuite =
  (matches: (suite: CipherSuite) => boolean, reason: string, versions: readonly TlsVersionName[] = classicVersions) =>
  (endpoint: TlsEndpoint): string | null => {
    if (onlyTls13(endpoint) !== null) return onlyTls13(endpoint);
    if (suiteGap(endpoint, 'full', versions) !== undefined) return null;
    const accepted = acceptedSuites(endpoint, (suite) => matches(suite) && versions.includes(suite.version));
    return accepted.length === 0 ? reason : null;
  };

/** CBC, the mode whose padding is what padding oracles are about. */
export const isCbc = ({ mode }: CipherSuite): boolean => mode === 'CBC';
