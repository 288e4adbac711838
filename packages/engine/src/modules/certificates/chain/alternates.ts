import type { VectorName } from '../../../catalogue/vectors.data.ts';
import type { Check } from '../../../catalogue/check.ts';
import { failWhere, type FindingDraft, notApplicable, type Verdict } from '../../../catalogue/outcome.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import { type AuditedCertificates, isAlternate, type Served } from '../../derive/certificates/served.ts';
import { rivalName } from '../../derive/certificates/certificate-words.ts';
import * as keys from '../leaf/keys.ts';
import * as signatures from '../leaf/signatures.ts';
import { certExpired } from '../leaf/validity.ts';
import { certRevoked } from '../status/revocation.ts';
import { certCtInsufficient } from '../status/transparency.ts';
import { certConstraintsWrong, certEkuNoServerauth } from './constraints.ts';
import { certDistrustedCa, certNameMismatch, certSelfSigned, certUntrusted } from './trust.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachChain } from '../../derive/subjects/certificates.ts';

/** Checks for faults that browsers reject, and the vector where a stranger can exploit the fault against clients that receive the certificate. */
const rejections: readonly (readonly [check: Check, cvss?: VectorName])[] = [
  [certUntrusted],
  [certSelfSigned],
  [certNameMismatch],
  [certExpired],
  [certRevoked],
  [certDistrustedCa],
  [certEkuNoServerauth],
  [certConstraintsWrong],
  [keys.certKeyBroken, 'brokenProtocol'],
  [keys.certKeyShort],
  [signatures.certSigMd5],
  [signatures.certSigSha1],
  [certCtInsufficient],
];

/** The evidence of a chain's endpoint, as if browsers received that chain. */
function asForBrowsers({ certificates, chain, endpoint, atSeconds, isDeep }: Served): AuditedCertificates {
  const chains = certificates.chains
    .filter((one) => isSamePlace(one, chain))
    .map((one) => ({ ...one, forBrowsers: one === chain }));
  const target = {
    domain: chain.serverName,
    registrableDomain: chain.serverName,
    scanMode: isDeep ? 'deep' : 'standard',
    startedAtMs: atSeconds * 1_000,
    seed: '',
  } as const;
  return {
    certificates: { ...certificates, chains },
    tls: { endpoints: endpoint === null ? [] : [endpoint] },
    target,
  };
}

/** Of the checks' own vectors only the least severe is kept: the loss is that of browsers, which do not receive this certificate. */
const vectorOf = (cvss: VectorName | undefined): Pick<FindingDraft, 'cvss'> =>
  cvss === 'brokenProtocol' || cvss === 'resilience' ? { cvss } : {};

/** Faults for which browsers would reject a chain, as reported by the respective checks. */
function faultsOf(served: Served): Pick<FindingDraft, 'description' | 'evidence' | 'cvss'>[] {
  const evidence = asForBrowsers(served);
  const about = `${rivalName(served) ?? ''}: `;
  return rejections.flatMap(([check, cvss]) => {
    const outcome = check.evaluate({ ...evidence });
    if (outcome.outcome !== 'fail') return [];
    const [{ description, evidence: proof, cvss: own }] = outcome.findings;
    return [{ description: description.replace(about, ''), evidence: [proof].flat(), ...vectorOf(cvss ?? own) }];
  });
}

function judgeAlternate(served: Served): Verdict {
  if (!isAlternate(served)) return notApplicable('No address has a certificate beside the one that browsers get');
  const faults = faultsOf(served);
  const all = faults.map(({ description }) => description).join(' ');
  return failWhere(faults.slice(0, 1), 'The other certificates are valid, too', (first) => ({
    ...first,
    description: `Browsers get another certificate, but clients that offer other algorithms get this one. ${all}`,
  }));
}

export const certAlternateRejected = checkOf(eachChain(), {
  id: 'cert-alternate-rejected',
  title: 'Certificates for other clients are as valid as that for browsers',
  finding: 'Certificate that only other clients than browsers get is invalid',
  weakness: { cvss: 'conditionalAvailability', cwe: [295] },
  judge: judgeAlternate,
});
