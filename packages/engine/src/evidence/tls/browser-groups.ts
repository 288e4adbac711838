import { isCurveBased } from '@perimeter/protocols/tls/registry/classify';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import type { TlsEndpoint, TlsVersion } from './schema.ts';
import { failureText } from '../failure-text.ts';
import { listed } from '../words/text.ts';
import { acceptedVersions } from './inventory.ts';
import { type Why, whyBy, whyAs } from '../causes/cause.ts';

/** Groups that Chrome, Firefox and Safari offer: X25519MLKEM768, X25519, P-256 and P-384. */
const offeredByAll: ReadonlySet<number> = new Set([0x11ec, 0x001d, 0x0017, 0x0018]);
/** Groups that only some of them offer: P-521 (Firefox, Safari), ffdhe2048 and ffdhe3072 (Firefox). */
const offeredBySome: ReadonlySet<number> = new Set([0x0019, 0x0100, 0x0101]);

const modern: ReadonlySet<string> = new Set(['TLSv1.2', 'TLSv1.3']);

const nameOf = (group: number): string => namedGroups.get(group)?.name ?? `0x${group.toString(16).padStart(4, '0')}`;

/** True for the code point of a suite with an ephemeral exchange on an elliptic curve. */
export const isCurveSuite = (code: number): boolean => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && isCurveBased(suite);
};

/** True where a version cannot be had without one of its groups: TLS 1.3, and older ones with suites of elliptic curves alone. */
const needsGroup = ({ version, suites, complete }: TlsVersion): boolean =>
  version === 'TLSv1.3' || (complete && suites.length > 0 && suites.every(isCurveSuite));

/** The groups without which a version cannot be had; null where it can be had without one, or the groups are not known. */
const neededGroups = (version: TlsVersion): readonly number[] | null =>
  needsGroup(version) && version.groups.length > 0 ? version.groups : null;

/** True where a group that all browsers offer was accepted, or a version that needs none. */
export const takesBrowsers = (endpoint: TlsEndpoint): boolean =>
  acceptedVersions(endpoint).some(
    (version) =>
      modern.has(version.version) &&
      (version.groups.some((group) => offeredByAll.has(group)) || (version.complete && !needsGroup(version))),
  );

/** Why browsers cannot agree on a key with an endpoint, as far as its groups tell; null: they can, or nobody knows. */
export function refusesBrowsers(endpoint: TlsEndpoint): string | null {
  const versions = acceptedVersions(endpoint).filter(({ version }) => modern.has(version));
  const needed = versions.map(neededGroups);
  const groups = needed.flatMap((all) => all ?? []);
  if (groups.length === 0 || needed.includes(null) || groups.some((group) => offeredByAll.has(group))) return null;
  const isForSome = groups.some((group) => offeredBySome.has(group));
  return `Only ${listed([...new Set(groups)].map(nameOf))} is accepted for the key exchange, which ${isForSome ? 'Chrome does not offer, so it cannot connect' : 'browsers do not offer, so they cannot connect'}`;
}

/** Why no certificate of an endpoint was seen that has one: it is not that the server sent none. */
export function unseenCertificate(endpoint: TlsEndpoint): Why {
  const refusal = refusesBrowsers(endpoint);
  if (refusal !== null) return whyBy('certificate-behind-groups', { refusal });
  return endpoint.trust.known
    ? whyBy('no-handshake-completed')
    : whyAs(['silence', endpoint.trust.failure], 'handshake-incomplete', {
        failure: failureText(endpoint.trust.failure),
      });
}
