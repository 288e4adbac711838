import type { TlsEndpoint } from '../../evidence/tls.ts';
import { groupName } from '../derive/tls/groups.ts';
import { acceptedSuites, acceptedVersions, accepts, everyVersion, suiteGap } from '../derive/tls/inventory.ts';
import { noted, unknown } from '../../catalogue/verdict.ts';
import { endpointCheck } from '../derive/tls/endpoints.ts';
import { proof } from '../derive/tls/proof.ts';
import { profiles } from './profiles.data.ts';
import type { TlsProfile } from './profiles.data.ts';

const versionDeviations = (endpoint: TlsEndpoint, profile: TlsProfile): string[] => [
  ...acceptedVersions(endpoint).flatMap(({ version }) =>
    profile.versions.includes(version) ? [] : [`accepts ${version}`],
  ),
  ...(accepts(endpoint, 'TLSv1.3') === false ? ['lacks TLSv1.3'] : []),
];

const suiteDeviations = (endpoint: TlsEndpoint, profile: TlsProfile): string[] => {
  const names = new Set(acceptedSuites(endpoint).map(({ name }) => name));
  return [...names].filter((name) => !profile.suites.includes(name)).map((name) => `accepts ${name}`);
};

function groupDeviations(endpoint: TlsEndpoint, profile: TlsProfile): string[] {
  const enumerated = acceptedVersions(endpoint).filter(({ groupsEnumerated }) => groupsEnumerated);
  if (enumerated.length === 0) return [];
  const accepted = new Set(enumerated.flatMap(({ groups }) => groups));
  const [preferred] = profile.groups;
  return [
    ...[...accepted].filter((code) => !profile.groups.includes(code)).map((code) => `accepts ${groupName(code)}`),
    ...(preferred === undefined || accepted.has(preferred) ? [] : [`lacks ${groupName(preferred)}`]),
  ];
}

interface Distance {
  profile: TlsProfile;
  deviations: readonly string[];
}

/** Every profile with what separates the endpoint from it, the nearest first and the stricter where two are as near. */
function distances(endpoint: TlsEndpoint): Distance[] {
  const measured = profiles.map((profile) => ({
    profile,
    deviations: [
      ...versionDeviations(endpoint, profile),
      ...suiteDeviations(endpoint, profile),
      ...groupDeviations(endpoint, profile),
    ],
  }));
  return measured.toSorted((a, b) => a.deviations.length - b.deviations.length);
}

const titleOf = ({ name, guideline }: TlsProfile): string => `Mozilla ${name} (guidelines ${guideline})`;

export const profile = endpointCheck({
  id: 'tls-profile',
  title: 'The configuration is compared with published profiles',
  finding: 'The closest published profile',
  cwe: [],
  references: [
    'https://ssl-config.mozilla.org/guidelines/6.0.json',
    'https://wiki.mozilla.org/Security/Server_Side_TLS',
  ],
  judge: (endpoint) => {
    const gap = suiteGap(endpoint, 'full', everyVersion);
    if (gap !== undefined) return unknown(gap);
    const measured = distances(endpoint);
    const [nearest] = measured;
    if (nearest === undefined) return unknown('No profile to compare with');
    const { deviations } = nearest;
    const distance =
      deviations.length === 0
        ? 'without deviation'
        : `with ${deviations.length} deviation${deviations.length === 1 ? '' : 's'}`;
    return noted({
      description: `Closest to ${titleOf(nearest.profile)}, ${distance}. Versions, suites and groups are compared, certificates are not.`,
      evidence: proof(
        deviations,
        measured.map((one) => `${titleOf(one.profile)}: ${one.deviations.length} deviations`),
      ),
    });
  },
});
