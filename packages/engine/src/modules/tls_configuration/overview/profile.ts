import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import { endpointChecks, type EndpointPlace } from '../../../catalogue/endpoint-check.ts';
import { inconclusive, informational } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { CertificateFacts, CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { answersOf } from '../../../evidence/http/answer.ts';
import { surveyTls } from '../../derive/tls/endpoints.ts';
import { everyVersion, suiteGap } from '../../derive/tls/inventory.ts';
import { firstLines } from '../../derive/tls/proof.ts';
import { distanceTo, type Compared, type Distance } from '../derive/profile-distance.ts';
import { profiles, type TlsProfile } from './profiles.data.ts';
import { proof } from '../../derive/words/text.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';

type ComparedEndpoint = Compared & EndpointPlace;

function leavesOf(
  { address, port, serverName }: TlsEndpoint,
  { chains, certificates }: CertificatesEvidence,
): CertificateFacts[] {
  const served = chains.filter((chain) => isSamePlace(chain, { address, port, serverName }));
  const leaves = new Set(served.flatMap((chain) => chain.served.slice(0, 1)));
  return certificates.filter(({ sha256, malformed }) => leaves.has(sha256) && malformed === null);
}

/** max-age of the last answer over HTTPS from this host, at this address if it was asked; undefined where there was none. */
function hstsOf({ serverName, address }: TlsEndpoint, http: HttpEvidence): number | null | undefined {
  const answers = [...answersOf(http).values()].filter(({ url }) => url.origin === `https://${serverName}`);
  const answer = answers.findLast(({ exchange }) => exchange.address === address) ?? answers.at(-1);
  return answer && (parseStrictTransportSecurity(answer.headers).value?.maxAgeSeconds ?? null);
}

const titleOf = ({ name, guideline }: TlsProfile): string => `Mozilla ${name} (guidelines ${guideline})`;

const nearest = (distances: readonly Distance[]): Distance | undefined =>
  distances.toSorted((a, b) => a.breaks.length - b.breaks.length)[0];

/** So many are told in the sentence; the proof has all. */
const toldBreaks = 6;

const shortened = (breaks: readonly string[]): string =>
  breaks.length <= toldBreaks
    ? breaks.join('; ')
    : `${breaks.slice(0, toldBreaks).join('; ')} and ${breaks.length - toldBreaks} more`;

/** The verdict in words: the strictest profile that is met, and what keeps the endpoint from the next. */
function verdictOf(distances: readonly Distance[]): string {
  const met = distances.findIndex(({ breaks }) => breaks.length === 0);
  const next = met === -1 ? nearest(distances) : distances[met - 1];
  const meets = distances[met] === undefined ? 'Meets no profile' : `Meets ${titleOf(distances[met].profile)}`;
  if (next === undefined) return `${meets}, the strictest.`;
  const role = met === -1 ? 'the closest profile' : 'the next profile';
  return `${meets}. Deviations from ${titleOf(next.profile)}, ${role}: ${shortened(next.breaks)}.`;
}

/** So many are listed of one profile: the list of an old server would push the others out. */
const maxLines = 40;

function linesOf({ profile: one, breaks, lacks }: Distance): string[] {
  const state = breaks.length === 0 ? 'met' : `not met, ${breaks.length} deviation${breaks.length === 1 ? '' : 's'}`;
  return [
    `${titleOf(one)}: ${state}`,
    ...firstLines(breaks, maxLines).map((line) => `  ${line}`),
    ...lacks.map((line) => `  recommended otherwise: ${line}`),
  ];
}

const compareAll = endpointChecks({
  needs: ['tls', 'certificates', 'http'],
  survey: ({ tls, certificates, http }) => {
    const survey = surveyTls(tls);
    return {
      ...survey,
      endpoints: survey.endpoints.map((endpoint): ComparedEndpoint => ({
        address: endpoint.address,
        port: endpoint.port,
        serverName: endpoint.serverName,
        depth: endpoint.depth,
        endpoint,
        leaves: leavesOf(endpoint, certificates),
        hstsMaxAgeSeconds: hstsOf(endpoint, http),
      })),
    };
  },
});

export const tlsProfile = compareAll({
  id: 'tls-profile',
  title: 'Mozilla TLS profile',
  finding: 'Mozilla TLS profile compliance',
  references: [
    'https://ssl-config.mozilla.org/guidelines/6.0.json',
    'https://wiki.mozilla.org/Security/Server_Side_TLS',
  ],
  judge: (compared) => {
    const gap = suiteGap(compared.endpoint, 'full', everyVersion);
    if (gap !== undefined) return inconclusive(gap);
    const distances = profiles.map((one) => distanceTo(compared, one));
    const unseen = compared.leaves.length === 0 ? ' Its certificates were not compared.' : '';
    return informational({
      description: `${verdictOf(distances)}${unseen}`,
      evidence: proof(distances.flatMap(linesOf), nmapLine(compared, 'ssl-enum-ciphers')),
    });
  },
});
