import { compareStrength, strengthOf } from '@perimeter/protocols/tls/registry/classify';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import { fieldGroups, usualTls13Groups } from '../../client/hello/code-points.ts';

/** The accepted versions of an endpoint. */
export const versionsTaken = ({ versions }: Pick<TlsEndpoint, 'versions'>): TlsVersion[] =>
  versions.filter(({ accepted }) => accepted.known && accepted.value);

const isStrong = (code: number): boolean => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && compareStrength(strengthOf(suite), 'strong') === 0;
};

const isTls13 = ({ version }: TlsVersion): boolean => version === 'TLSv1.3';

/** All TLS 1.3 suites are forward secret; the names of others show their strength. */
const hasStrongSuitesOnly = (one: TlsVersion): boolean => isTls13(one) || one.suites.every(isStrong);

const blameless: ReadonlySet<number> = new Set([...usualTls13Groups, ...fieldGroups]);

/** True where the next hello about the order of suites has a predictable answer: the server's order is known, or it has none. */
const hasKnownOrder = ({ suites, preference, order }: TlsVersion): boolean =>
  suites.length === 1 || (preference.known && (preference.value === 'client' || order === 'server'));

/**
 * True where another address can be compared with this one: its inventory is complete, without faults in suites and
 * groups. A fault must be proved at each address, so a list with one is enumerated there.
 */
export function isComparable(endpoint: TlsEndpoint): boolean {
  const accepted = versionsTaken(endpoint);
  return (
    endpoint.depth === 'full' &&
    endpoint.controlPassed &&
    endpoint.rawPublicKeys !== true &&
    endpoint.versions.every(({ accepted: fact }) => fact.known) &&
    accepted.some(({ version }) => version === 'TLSv1.2') &&
    accepted.every(
      (one) =>
        (isTls13(one) || one.version === 'TLSv1.2') &&
        one.enumeration === 'full' &&
        one.complete &&
        one.groupsEnumerated &&
        hasKnownOrder(one) &&
        hasStrongSuitesOnly(one) &&
        one.groups.every((group) => blameless.has(group)),
    )
  );
}

/** True where every accepted version has the other address's lists. */
export const isShared = (endpoint: TlsEndpoint): boolean =>
  versionsTaken(endpoint).every(({ enumeration }) => enumeration === 'compared');

/** Facts that are measured at both addresses. */
const measured = [
  'compression',
  'secureRenegotiation',
  'extendedMasterSecret',
  'fallbackScsv',
  'downgradeSentinel',
  'heartbeat',
  'npn',
  'ocspStapled',
  'sctExtension',
  'maxEarlyData',
  'largeHello',
  'requestsClientCertificate',
  'withoutServerName',
  'weakSignature',
  'trust',
] as const satisfies readonly (keyof TlsEndpoint)[];

const chainsOf = ({ chains }: TlsEndpoint): Set<string> =>
  new Set(chains.map(({ certificates }) => certificates.map(({ sha256 }) => sha256).join(' ')));

const versionsOf = ({ versions }: TlsEndpoint): string[] =>
  versions.map(({ version, accepted }) => `${version} ${accepted.known ? accepted.value : accepted.failure.reason}`);

const firstProtocol = ({ alpn }: TlsEndpoint): string | null => (alpn.known ? (alpn.value.selected[0] ?? null) : null);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * True where all measured facts of an address equal another address's: versions, choices among suites, chains per key
 * type, the first application protocol, and the facts above.
 */
export const isConfiguredAlike = (endpoint: TlsEndpoint, reference: TlsEndpoint): boolean =>
  endpoint.controlPassed &&
  isShared(endpoint) &&
  isSame(versionsOf(endpoint), versionsOf(reference)) &&
  isSame([...chainsOf(endpoint)].toSorted(), [...chainsOf(reference)].toSorted()) &&
  firstProtocol(endpoint) === firstProtocol(reference) &&
  measured.every((fact) => isSame(endpoint[fact], reference[fact]));
