import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import type { SuiteProfile, TlsProfile } from './profiles.data.ts';
import { groupName } from './proof.ts';
import { acceptedSuites, acceptedVersions, accepts } from '../../../evidence/tls/inventory.ts';

/** The endpoint and other evidence to compare with a profile. */
export interface Compared {
  endpoint: TlsEndpoint;
  /** The leaf of each served chain; empty where none was seen. */
  leaves: readonly CertificateFacts[];
  /** max-age of Strict-Transport-Security; null: none is sent; undefined: no answer was seen. */
  hstsMaxAgeSeconds: number | null | undefined;
}

/** What separates an endpoint from a profile. */
export interface Distance {
  profile: TlsProfile;
  /** Violations of the profile; any of these means that the endpoint does not comply. */
  breaks: readonly string[];
  /** Recommendations of the profile that are not followed. */
  lacks: readonly string[];
}

const secondsADay = 86_400;

const oldVersions = (endpoint: TlsEndpoint, { versions }: SuiteProfile | TlsProfile): string[] =>
  acceptedVersions(endpoint).flatMap(({ version }) => (versions.includes(version) ? [] : [`accepts ${version}`]));

const versionBreaks = (endpoint: TlsEndpoint, profile: TlsProfile): string[] => [
  ...oldVersions(endpoint, profile),
  ...(accepts(endpoint, 'TLSv1.3') === false ? ['lacks TLSv1.3'] : []),
];

function suiteBreaks(endpoint: TlsEndpoint, { suites }: SuiteProfile | TlsProfile): string[] {
  const names = new Set(acceptedSuites(endpoint).map(({ name }) => name));
  return [...names].filter((name) => !suites.includes(name)).map((name) => `accepts ${name}`);
}

/** The groups of versions for which all groups were tested. */
function groupsOf(endpoint: TlsEndpoint): ReadonlySet<number> {
  const enumerated = acceptedVersions(endpoint).filter(({ groupsEnumerated }) => groupsEnumerated);
  return new Set(enumerated.flatMap(({ groups }) => groups));
}

const groupBreaks = (endpoint: TlsEndpoint, { groups }: Pick<TlsProfile, 'groups'>): string[] =>
  [...groupsOf(endpoint)].filter((code) => !groups.includes(code)).map((code) => `accepts ${groupName(code)}`);

function primeBreaks(endpoint: TlsEndpoint, { dhBits }: SuiteProfile | TlsProfile): string[] {
  const sizes = acceptedVersions(endpoint).flatMap(({ dh }) => dh.map(({ bits }) => bits));
  const smallest = Math.min(...sizes);
  return dhBits !== null && smallest < dhBits ? [`uses a Diffie-Hellman prime of ${smallest} bits`] : [];
}

const typeOf = ({ key }: CertificateFacts): string => (key.algorithm === 'ec' ? 'ecdsa' : key.algorithm);

const lifespanDays = ({ notBefore, notAfter }: CertificateFacts): number =>
  Math.floor((notAfter - notBefore) / secondsADay);

function leafBreaks(leaf: CertificateFacts, profile: TlsProfile): string[] {
  const { key, signature } = leaf;
  const { certificateCurves, certificateSignatures, maxLifespanDays, rsaKeyBits } = profile;
  const days = lifespanDays(leaf);
  return [
    ...(key.curve !== null && !certificateCurves.includes(key.curve) ? [`serves a certificate on ${key.curve}`] : []),
    ...(key.algorithm === 'rsa' && rsaKeyBits !== null && key.bits !== null && key.bits < rsaKeyBits
      ? [`serves an RSA key of ${key.bits} bits`]
      : []),
    ...(certificateSignatures.includes(signature.algorithm)
      ? []
      : [`serves a certificate signed with ${signature.algorithm}`]),
    ...(days > maxLifespanDays ? [`serves a certificate for ${days} days, ${maxLifespanDays} at most`] : []),
  ];
}

/** Compares certificates of the profile's key types with it; the lack of such a certificate is a violation. */
function certificateBreaks(leaves: readonly CertificateFacts[], profile: TlsProfile): string[] {
  if (leaves.length === 0) return [];
  const types = new Set<string>(profile.certificateTypes);
  const fitting = leaves.filter((leaf) => types.has(typeOf(leaf)));
  if (fitting.length === 0)
    return [`serves no ${profile.certificateTypes.map((type) => type.toUpperCase()).join(' or ')} certificate`];
  return [...new Set(fitting.flatMap((leaf) => leafBreaks(leaf, profile)))];
}

function groupLacks(endpoint: TlsEndpoint, { groups: [preferred] }: TlsProfile): string[] {
  const accepted = groupsOf(endpoint);
  const isMissing = preferred !== undefined && accepted.size > 0 && !accepted.has(preferred);
  return isMissing ? [`lacks ${groupName(preferred)}`] : [];
}

function leafLacks(leaves: readonly CertificateFacts[], { recommendedLifespanDays, certificateTypes }: TlsProfile) {
  const longest = Math.max(...leaves.map(lifespanDays));
  const types = new Set<string>(certificateTypes);
  const others = leaves.filter((leaf) => !types.has(typeOf(leaf)));
  return [
    ...(longest > recommendedLifespanDays
      ? [`certificate for ${longest} days, ${recommendedLifespanDays} recommended`]
      : []),
    ...others.map((leaf) => `an additional certificate of another type (${typeOf(leaf)})`),
  ];
}

/** Stapling is recommended for certificates with an OCSP responder; others have nothing to staple. */
function stapleLacks({ endpoint, leaves }: Compared, { ocspStaple }: TlsProfile): string[] {
  const hasResponder = leaves.some(({ ocspUrls }) => ocspUrls.length > 0);
  const { ocspStapled } = endpoint;
  return ocspStaple && hasResponder && ocspStapled.known && !ocspStapled.value ? ['no OCSP staple'] : [];
}

function hstsLacks(maxAge: Compared['hstsMaxAgeSeconds'], { hstsMinAgeSeconds }: TlsProfile): string[] {
  if (maxAge === undefined || (maxAge !== null && maxAge >= hstsMinAgeSeconds)) return [];
  return [maxAge === null ? 'no Strict-Transport-Security' : `HSTS for ${maxAge} s, ${hstsMinAgeSeconds} recommended`];
}

function orderLacks(endpoint: TlsEndpoint, { serverPreferredOrder }: TlsProfile): string[] {
  const newest = acceptedVersions(endpoint).findLast(({ version }) => version !== 'TLSv1.3' && version !== 'SSLv2');
  if (newest === undefined || newest.suites.length < 2 || !newest.preference.known) return [];
  const isServers = newest.preference.value === 'server';
  if (isServers === serverPreferredOrder) return [];
  return [serverPreferredOrder ? 'client preference is used' : 'server preference is used'];
}

/** Compares with one profile. Unknown facts count neither way. */
export const distanceTo = (compared: Compared, profile: TlsProfile): Distance => ({
  profile,
  breaks: [
    ...versionBreaks(compared.endpoint, profile),
    ...suiteBreaks(compared.endpoint, profile),
    ...groupBreaks(compared.endpoint, profile),
    ...primeBreaks(compared.endpoint, profile),
    ...certificateBreaks(compared.leaves, profile),
  ],
  lacks: [
    ...groupLacks(compared.endpoint, profile),
    ...leafLacks(compared.leaves, profile),
    ...stapleLacks(compared, profile),
    ...hstsLacks(compared.hstsMaxAgeSeconds, profile),
    ...orderLacks(compared.endpoint, profile),
  ],
});

const hybrids = [...namedGroups.values()].filter(({ kind }) => kind === 'hybrid').map(({ code }) => code);

/** What an endpoint accepts beyond the versions, suites and groups of a publisher. */
export const beyond = (endpoint: TlsEndpoint, profile: SuiteProfile): string[] => [
  ...oldVersions(endpoint, profile),
  ...suiteBreaks(endpoint, profile),
  ...groupBreaks(endpoint, { groups: [...profile.groups, ...hybrids] }),
  ...primeBreaks(endpoint, profile),
];
