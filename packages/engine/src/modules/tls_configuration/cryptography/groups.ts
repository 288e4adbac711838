import { isCurveBased } from '@perimeter/protocols/tls/registry/classify';
import { type NamedGroup, namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { fail, inconclusive, notApplicable, pass, type Why, asWhy, openBy, whyBy } from '../../../catalogue/outcome.ts';
import { groupLine, helloLine } from '../../../catalogue/reproduce-hello.ts';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import { browserGroupsHello } from '../../derive/tls/group-hellos.ts';
import { groupName, rawLines } from '../../derive/tls/proof.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, acceptedVersions, everyVersion, suiteGap } from '../../../evidence/tls/inventory.ts';
import { refusesBrowsers, takesBrowsers } from '../../../evidence/tls/browser-groups.ts';

/** Below 224 bits the discrete logarithm is or will be computable; secp224r1 and secp224k1 have the bare minimum of 112 bits of security. */
const isWeakGroup = ({ kind, bits }: NamedGroup): boolean =>
  kind === 'explicit' || (kind !== 'finite-field' && bits !== null && bits <= 224);

const usesCurves = ({ version }: TlsVersion, endpoint: TlsEndpoint): boolean =>
  acceptedSuites(endpoint, isCurveBased).some((suite) => suite.version === version);

/** Versions whose groups must be known: TLS 1.3, and the newest version before it with ECDHE suites, because those versions share a configuration. */
function versionsWithCurves(endpoint: TlsEndpoint): TlsVersion[] {
  const curved = acceptedVersions(endpoint).filter((version) => usesCurves(version, endpoint));
  const older = curved.filter(({ version }) => version !== 'TLSv1.3').at(-1);
  return [...(older === undefined ? [] : [older]), ...curved.filter(({ version }) => version === 'TLSv1.3')];
}

/** Each accepted group with its version. */
const acceptedGroups = (endpoint: TlsEndpoint) =>
  acceptedVersions(endpoint).flatMap(({ version, groups }) => groups.map((code) => ({ version, code })));

function groupGap(endpoint: TlsEndpoint, versions: readonly TlsVersion[]): Why | undefined {
  const open = versions.find(({ groupsEnumerated }) => !groupsEnumerated);
  if (open !== undefined) return whyBy('groups-of-version-unlisted', { version: open.version });
  if (!endpoint.controlPassed) return whyBy('groups-maybe-limited');
  const { explicitCurves } = endpoint;
  const needsExplicit = versions.some(({ version }) => version !== 'TLSv1.3');
  return needsExplicit && !explicitCurves.known ? asWhy(explicitCurves.failure) : undefined;
}

export const tlsGroupWeak = checkOf(eachEndpoint, {
  id: 'tls-group-weak',
  title: 'Key exchange groups have more than 224 bits',
  finding: 'Weak key exchange group is enabled',
  weakness: { cvss: 'weakCrypto', cwe: [326] },
  judge: (endpoint) => {
    const weak = acceptedGroups(endpoint).filter(({ code }) => {
      const group = namedGroups.get(code);
      return group !== undefined && isWeakGroup(group);
    });
    const explicit =
      endpoint.explicitCurves.known && endpoint.explicitCurves.value ? ['explicit curve parameters'] : [];
    const names = [...new Set(weak.map(({ code }) => groupName(code))), ...explicit];
    if (names.length > 0) {
      return fail({
        description: `Accepted: ${names.join(', ')}; expected: named groups of at least 255 bits, such as x25519 and secp256r1 (RFC 8422 section 5.1.1).`,
        evidence: [
          'Offered: only these groups. Answered: ServerHello',
          weak.map(({ version, code }) => `${version} accepted ${groupName(code)}`),
          explicit,
          rawLines(endpoint, [
            'explicitCurves',
            ...weak.map(({ version, code }) => `${version} group ${code.toString(16).padStart(4, '0')}`),
          ]).slice(0, 3),
          groupLine(endpoint, weak[0]?.code, acceptedSuites(endpoint, isCurveBased)),
        ],
      });
    }
    const curved = versionsWithCurves(endpoint);
    const gap = curved.length === 0 ? suiteGap(endpoint, 'full', everyVersion) : groupGap(endpoint, curved);
    if (gap !== undefined) return inconclusive(gap);
    return curved.length === 0
      ? notApplicable('No elliptic-curve key exchange is accepted')
      : pass('All accepted groups have more than 224 bits');
  },
});

/** Browsers offer few groups: without a common one the handshake fails before the certificate. */
export const tlsBrowserGroups = checkOf(eachEndpoint, {
  id: 'tls-browser-groups',
  title: 'Browsers can agree on a key with the server',
  finding: 'Browsers cannot agree on a key with the server',
  weakness: { cvss: 'serviceUnusable', cwe: [757] },
  shows: (endpoint) => [
    'Offered: one group after the other. Answered: ServerHello to these alone',
    acceptedGroups(endpoint).map(({ version, code }) => `${version} accepted ${groupName(code)}`),
    helloLine(endpoint, browserGroupsHello),
  ],
  judge: (endpoint) => {
    const refusal = refusesBrowsers(endpoint);
    if (refusal !== null) return `${refusal}. Expected: X25519MLKEM768, x25519 and secp256r1 beside it.`;
    return takesBrowsers(endpoint)
      ? pass('A group that all browsers offer is accepted, or none is needed')
      : openBy('groups-unlisted');
  },
});
