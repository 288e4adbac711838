import { cipherSuites, isSsl2Kind, type CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { type Why, whyBy, whyAs } from '../causes/cause.ts';
import { interruption } from './answer-text.ts';
import { detailOf } from '../failure-text.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from './schema.ts';

/** A suite with the version under which it was accepted. */
export interface AcceptedSuite extends CipherSuite {
  version: TlsVersionName;
}

/** Versions whose suites are enumerated one by one, oldest first; SSL 2.0 is condemned as a whole and not looked into. */
export const classicVersions = ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const satisfies readonly TlsVersionName[];

/** Every version but SSL 2.0. */
export const everyVersion = [...classicVersions, 'TLSv1.3'] as const;

/** Versions with extensions but without the fixed choices of TLS 1.3. */
export const tlsBefore13 = ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] as const satisfies readonly TlsVersionName[];

/** What was recorded of one version, where it was asked for. */
export const versionOf = (endpoint: TlsEndpoint, name: TlsVersionName): TlsVersion | undefined =>
  endpoint.versions.find(({ version }) => version === name);

/** Whether a version is accepted; null when unknown, which a refusal is too once the control question failed. */
export function accepts(endpoint: TlsEndpoint, name: TlsVersionName): boolean | null {
  const accepted = versionOf(endpoint, name)?.accepted;
  if (accepted === undefined || !accepted.known) return null;
  return accepted.value || (endpoint.controlPassed ? false : null);
}

/** Whether any of the versions is accepted; null when none is known to be and one is unknown. */
export function acceptsAny(endpoint: TlsEndpoint, names: readonly TlsVersionName[]): boolean | null {
  const states = names.map((name) => accepts(endpoint, name));
  if (states.includes(true)) return true;
  return states.includes(null) ? null : false;
}

/** The accepted versions, oldest first. */
export const acceptedVersions = (endpoint: TlsEndpoint): readonly TlsVersion[] =>
  endpoint.versions.filter(({ accepted }) => accepted.known && accepted.value);

/** Why it is not known whether a version is accepted. */
export function versionGap(endpoint: TlsEndpoint, name: TlsVersionName): Why {
  const accepted = versionOf(endpoint, name)?.accepted;
  if (accepted === undefined) return whyBy('version-untested', { version: name });
  if (!accepted.known)
    return whyAs(accepted.failure, 'version-unknown', { version: name, failure: detailOf(accepted.failure) });
  return whyBy('version-maybe-limited', { version: name });
}

/** The first of the versions whose state is unknown, in words; undefined when all are known. */
export const firstVersionGap = (endpoint: TlsEndpoint, names: readonly TlsVersionName[]): Why | undefined =>
  names.filter((name) => accepts(endpoint, name) === null).map((name) => versionGap(endpoint, name))[0];

/** Every accepted suite of SSL 3.0 and later that meets the condition, oldest version first. */
export function acceptedSuites(
  endpoint: TlsEndpoint,
  matches: (suite: AcceptedSuite) => boolean = () => true,
): AcceptedSuite[] {
  const accepted = acceptedVersions(endpoint).flatMap(({ version, suites }) =>
    suites.flatMap((code) => {
      const suite = cipherSuites.get(code);
      return suite === undefined || isSsl2Kind(suite) ? [] : [{ ...suite, version }];
    }),
  );
  return accepted.filter(matches);
}

/** Ways to prove who the server is that need no certificate: nothing, a shared secret, a password, a ticket. */
const withoutCertificates: ReadonlySet<string> = new Set(['anon', 'NULL', 'PSK', 'SRP', 'KRB5', 'ECCPWD']);

/** True where there is no certificate to be seen: raw public keys, or suites that all do without; TLS 1.3 shows one or a shared key. */
export function isWithoutCertificate(endpoint: TlsEndpoint): boolean {
  if (endpoint.rawPublicKeys === true && endpoint.chains.length === 0) return true;
  if (endpoint.chains.length > 0 || accepts(endpoint, 'TLSv1.3') === true || accepts(endpoint, 'SSLv2') === true)
    return false;
  const suites = acceptedSuites(endpoint);
  const isWhole = suiteGap(endpoint, 'full') === undefined;
  return isWhole && suites.length > 0 && suites.every(({ authentication }) => withoutCertificates.has(authentication));
}

/** How thorough an enumeration a verdict needs: weak: the weak classes were asked for; full: every known suite. */
export type Thoroughness = 'weak' | 'full';

const thorough: Record<Thoroughness, ReadonlySet<TlsVersion['enumeration']>> = {
  weak: new Set(['full', 'compared', 'weak-only']),
  full: new Set(['full', 'compared']),
};

function enumerationGap(version: TlsVersion, needed: Thoroughness): Why | undefined {
  if (!thorough[needed].has(version.enumeration)) return whyBy('suites-untested', { version: version.version });
  return version.complete ? undefined : interruption(version);
}

/** Why the list of accepted suites may lack some; undefined when absence from it proves refusal. */
export function suiteGap(
  endpoint: TlsEndpoint,
  needed: Thoroughness,
  names: readonly TlsVersionName[] = classicVersions,
): Why | undefined {
  const versionsGap = firstVersionGap(endpoint, names);
  if (versionsGap !== undefined) return versionsGap;
  const asked = acceptedVersions(endpoint).filter(({ version }) => names.includes(version));
  const [gap] = asked.flatMap((version) => enumerationGap(version, needed) ?? []);
  if (gap !== undefined || asked.length === 0 || endpoint.controlPassed) return gap;
  return whyBy('suites-maybe-limited');
}
