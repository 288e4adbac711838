import { checkOf } from '../../../catalogue/check-of.ts';
import { everyServedChain } from '../../derive/subjects/certificates.ts';
import { type FindingDraft, inconclusive, notApplicable } from '../../../catalogue/outcome.ts';
import { difference } from '../../derive/certificates/renewals.ts';
import type { Served } from '../../derive/certificates/served.ts';
import { keyAlgorithmName, namesText, toldApart } from '../../derive/certificates/certificate-words.ts';
import { showBoth } from '../../../catalogue/certificate-commands.ts';
import { locationOf, placeOf } from '../../../catalogue/endpoints.ts';
import { iso } from '../../../evidence/words/time.ts';

const isAccepted = ({ chain: { verdict } }: Served): boolean =>
  verdict.problems.every(({ code }) => code === 'strict-profile');

/** The certificate that others are compared with: the newest one that clients accept, else the newest one. */
const referenceOf = (group: readonly Served[]): Served | undefined =>
  group.toSorted(
    (a, b) =>
      Number(isAccepted(b)) - Number(isAccepted(a)) ||
      b.leaf.notBefore - a.leaf.notBefore ||
      (a.leaf.sha256 < b.leaf.sha256 ? -1 : 1),
  )[0];

/** One finding for each address whose certificate differs from the others. */
function findingsOf(group: readonly Served[]): FindingDraft[] {
  const reference = referenceOf(group);
  if (reference === undefined) return [];
  return group.flatMap((served) => {
    const what = difference(served.leaf, reference.leaf);
    if (what === null) return [];
    return {
      location: locationOf(served),
      description: toldApart(
        served,
        `The ${keyAlgorithmName(served.leaf.key.algorithm)} certificate of ${placeOf(served)} ${what.words}; expected: the same certificate on every address of a host name.`,
      ),
      evidence: [
        group.map(
          (one) =>
            `${placeOf(one)}: ${one.leaf.sha256.slice(0, 16)}… ${iso(one.leaf.notBefore)} to ${iso(one.leaf.notAfter)}, ${namesText(one.leaf)}, ${one.leaf.issuer}`,
        ),
        showBoth(reference, served),
      ],
      subject: served.subject,
    };
  });
}

export const certIpInconsistent = checkOf(everyServedChain, {
  id: 'cert-ip-inconsistent',
  title: 'All IP addresses serve the same certificate',
  finding: 'IP addresses serve different certificates',
  weakness: { cvss: 'onPathPartial', cwe: [693] },
  passed: 'All addresses serve the same certificate, or certificates with equal dates, names and CA',
  failed: 'IP addresses serve different certificates',
  judge: ({ endpoints, leftOut: [left] }) => {
    const readable = endpoints.filter(({ leaf }) => leaf.malformed === null);
    const groups = [
      ...Map.groupBy(readable, ({ serverName, port, chain }) => `${serverName}:${port} ${chain.keyType}`).values(),
    ];
    const compared = groups.filter((group) => new Set(group.map(({ address }) => address)).size > 1);
    const findings = compared.flatMap(findingsOf);
    if (findings.length === 0 && left !== undefined) return inconclusive(left);
    return compared.length === 0
      ? notApplicable('Only one address serves certificates, so there is nothing to compare')
      : findings;
  },
});
