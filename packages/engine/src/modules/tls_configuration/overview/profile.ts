import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import { inconclusive, informational } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { CertificateFacts, CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { answersOf } from '../../../evidence/http/answer.ts';
import { firstLines } from '../../derive/tls/proof.ts';
import { beyond, distanceTo, type Compared, type Distance } from '../../derive/tls/profile-distance.ts';
import { profiles, suiteProfiles, type TlsProfile } from '../../derive/tls/profiles.data.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import { checkOf, narrow } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { everyVersion, suiteGap } from '../../../evidence/tls/inventory.ts';
import { counted, firstAndMore } from '../../../evidence/words/text.ts';

function leavesOf(endpoint: TlsEndpoint, { chains, certificates }: CertificatesEvidence): CertificateFacts[] {
  const served = chains.filter((chain) => isSamePlace(chain, endpoint));
  const leaves = new Set(served.flatMap((chain) => chain.served.slice(0, 1)));
  return certificates.filter(({ sha256, malformed }) => leaves.has(sha256) && malformed === null);
}

/** max-age in the last https response of this host, at this address if possible; undefined where there was none. */
function hstsOf({ serverName, address }: TlsEndpoint, http: HttpEvidence): number | null | undefined {
  const answers = [...answersOf(http).values()].filter(({ url }) => url.origin === `https://${serverName}`);
  const answer = answers.findLast(({ exchange }) => exchange.address === address) ?? answers.at(-1);
  return answer && (parseStrictTransportSecurity(answer.headers).value?.maxAgeSeconds ?? null);
}

const titleOf = ({ name, guideline }: TlsProfile): string => `Mozilla ${name} (guidelines ${guideline})`;

/** Deviations that the sentence lists; the evidence lists all. */
const maxListed = 6;

/** The verdict in words: the strictest profile that is met, and the deviations from the next one. */
function verdictOf(distances: readonly Distance[]): string {
  const met = distances.findIndex(({ breaks }) => breaks.length === 0);
  const next = met === -1 ? distances.toSorted((a, b) => a.breaks.length - b.breaks.length)[0] : distances[met - 1];
  const meets = distances[met] === undefined ? 'Meets no profile' : `Meets ${titleOf(distances[met].profile)}`;
  if (next === undefined) return `${meets}, the strictest.`;
  const role = met === -1 ? 'the closest profile' : 'the next profile';
  return `${meets}. Deviations from ${titleOf(next.profile)}, ${role}: ${firstAndMore(next.breaks, maxListed, '; ')}.`;
}

/** Most lines per profile: the deviations of an outdated server would displace the other profiles. */
const maxLines = 40;

function linesOf({ profile: one, breaks, lacks }: Distance): string[] {
  const state = breaks.length === 0 ? 'met' : `not met, ${counted(breaks.length, 'deviation')}`;
  return [
    `${titleOf(one)}: ${state}`,
    ...firstLines(breaks, maxLines).map((line) => `  ${line}`),
    ...lacks.map((line) => `  recommended otherwise: ${line}`),
  ];
}

/** Proof lines for publishers of whom only versions, suites and groups are compared. */
const otherLines = ({ endpoint }: Compared): string[] =>
  suiteProfiles.flatMap((one) => {
    const accepted = beyond(endpoint, one);
    const state = accepted.length === 0 ? 'met' : `not met, ${counted(accepted.length, 'deviation')}`;
    return [
      `${one.title}, versions, suites and groups: ${state}`,
      ...firstLines(accepted, maxLines).map((line) => `  ${line}`),
    ];
  });

/** Each endpoint with the other facts that the profiles need. */
const profiledEndpoint = narrow(
  eachEndpoint,
  (endpoint, { certificates, http }) => ({
    of: {
      ...endpoint,
      endpoint,
      leaves: leavesOf(endpoint, certificates),
      hstsMaxAgeSeconds: hstsOf(endpoint, http),
    },
  }),
  { needs: ['certificates', 'http'] },
);

export const tlsProfile = checkOf(profiledEndpoint, {
  id: 'tls-profile',
  title: 'Mozilla TLS profile',
  finding: 'Mozilla TLS profile compliance',
  judge: (compared) => {
    const gap = suiteGap(compared.endpoint, 'full', everyVersion);
    if (gap !== undefined) return inconclusive(gap);
    const distances = profiles.map((one) => distanceTo(compared, one));
    const unseen = compared.leaves.length === 0 ? ' Its certificates were not compared.' : '';
    return informational({
      description: `${verdictOf(distances)}${unseen}`,
      evidence: [distances.flatMap(linesOf), otherLines(compared), nmapLine(compared, 'ssl-enum-ciphers')],
    });
  },
});
