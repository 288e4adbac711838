import {
  fail,
  inconclusive,
  judgeSeen,
  notApplicable,
  pass,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { RevocationStatus } from '../../../evidence/certificates/schema.ts';
import { statusSentence } from '../../../evidence/certificates/sentences.ts';
import { type Served, isPublic } from '../../derive/certificates/served.ts';
import { lifetimeOf } from '../../derive/certificates/certificate-words.ts';
import { showLeaf, showStaple, showStatus } from '../../../catalogue/certificate-commands.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachLeaf } from '../../derive/subjects/certificates.ts';
import { clause, listed, shorten } from '../../../evidence/words/text.ts';
import { iso, secondsPerDay, span } from '../../../evidence/words/time.ts';

const noResponder = notApplicable('The certificate contains no OCSP address, so there is nothing to staple');

const isoOr = (seconds: number | null): string => (seconds === null ? 'not stated' : iso(seconds));

const answerLine = ({
  from,
  status,
  thisUpdate,
  nextUpdate,
  revokedAt,
  reason,
  problem,
  hash,
}: RevocationStatus): string =>
  [
    `${from}: ${status}`,
    ...(revokedAt === null ? [] : [`revoked at ${iso(revokedAt)}`]),
    ...(reason === null ? [] : [`reason ${reason}`]),
    `thisUpdate ${isoOr(thisUpdate)}`,
    `nextUpdate ${isoOr(nextUpdate)}`,
    ...(hash === undefined ? [] : [`signed with ${hash}`]),
    ...(problem === null ? [] : [`invalid: ${statusSentence(problem)}`]),
  ].join(', ');

/** All status answers for the leaf, the staple first. */
function answersOf({ chain: { staple }, leaf, certificates: { revocation } }: Served): readonly RevocationStatus[] {
  const stapled = staple.known && staple.value !== null ? [staple.value] : [];
  const fetched = revocation.known ? revocation.value.filter((one) => one.leaf === leaf.sha256) : [];
  return [...stapled, ...fetched.flatMap(({ answers }) => answers)];
}

/** The result of each status query without a valid answer, in clauses. */
function failuresOf(served: Served): string[] {
  const { leaf, certificates } = served;
  const urls = [...leaf.ocspUrls, ...leaf.crlUrls];
  const worthless = answersOf(served).map(
    ({ from, problem, status }) =>
      `${from}: ${problem === null ? `status ${status}` : clause(statusSentence(problem))}`,
  );
  const silent = certificates.fetches.flatMap(({ purpose, url, failure }) =>
    purpose !== 'issuer' && failure !== null && urls.some((start) => url.startsWith(start))
      ? [`${shorten(url, 80)}: ${clause(detailOf(failure))}`]
      : [],
  );
  return [...worthless, ...silent];
}

/** Why the revocation status is unknown. */
function silence(served: Served): Verdict {
  const { leaf, certificates, isDeep, chain } = served;
  if (leaf.ocspUrls.length === 0 && leaf.crlUrls.length === 0)
    return notApplicable('The certificate contains no OCSP or CRL address');
  if (!chain.staple.known && leaf.ocspUrls.length > 0) return inconclusive(chain.staple.failure);
  if (!isDeep) return notApplicable('No stapled OCSP response; only deep audits query OCSP responders and CRLs');
  if (!certificates.revocation.known) return inconclusive(certificates.revocation.failure);
  const failures = failuresOf(served);
  if (failures.length === 0 && chain.verdict.anchor === null)
    return notApplicable('Its issuer is unknown, so a signature on revocation data cannot be verified');
  return failures.length === 0
    ? openBy('no-revocation-status')
    : openBy('revocation-failed', { failures: listed(failures) });
}

/** Public CAs no longer sign CRLs with SHA-1 (Baseline Requirements section 7.1.3.2.1, ballot SC-097). */
const sha1CrlEnd = Date.parse('2026-09-15T00:00:00Z') / 1_000;

export const certRevoked = checkOf(eachLeaf({ ofBrowsers: true }), {
  id: 'cert-revoked',
  title: 'The certificate is not revoked',
  finding: 'Certificate is revoked',
  weakness: { cvss: 'luredInterception', cwe: [299] },
  judge: (served) => {
    const valid = answersOf(served).filter(({ problem }) => problem === null);
    const revocations = valid.filter(({ status }) => status === 'revoked');
    const [first] = revocations;
    if (first !== undefined) {
      const reason = first.reason === null ? '' : ` (${first.reason})`;
      return fail({
        description: `The CA revoked the certificate on ${isoOr(first.revokedAt)}${reason}, according to ${first.from === 'staple' ? 'the stapled OCSP response' : first.from}; expected: a certificate that is not revoked.`,
        evidence: [
          revocations.map(answerLine),
          `serial number: ${served.leaf.serialNumber}`,
          showStatus(served, first.from),
        ],
      });
    }
    const [fine] = valid.filter(({ status }) => status === 'good');
    if (fine === undefined) return silence(served);
    const isLate = valid.some(({ hash, thisUpdate }) => hash === 'sha1' && (thisUpdate ?? 0) >= sha1CrlEnd);
    const late = isLate && isPublic(served) ? ', but the CA signs its CRL with SHA-1, which ended on 2026-09-15' : '';
    return pass(`${fine.from} states that it is not revoked${late}`);
  },
});

export const certStapleInvalid = checkOf(eachLeaf(), {
  id: 'cert-staple-invalid',
  title: 'The stapled OCSP response is valid',
  finding: 'Stapled OCSP response is invalid',
  weakness: { cvss: 'conditionalAvailability', cwe: [299] },
  judge: (served) => {
    const { leaf, chain } = served;
    if (!chain.staple.known && leaf.ocspUrls.length === 0) return noResponder;
    return judgeSeen(chain.staple, (staple) => {
      if (staple === null) return notApplicable('No OCSP response is stapled');
      if (staple.problem === null && staple.status !== 'unknown')
        return pass(`The stapled OCSP response is valid, with status ${staple.status}`);
      const why =
        staple.problem === null ? 'the responder does not know the certificate' : statusSentence(staple.problem);
      return fail({
        description: `The stapled OCSP response is invalid: ${clause(why)}; expected: a valid OCSP response for this certificate, or none.`,
        evidence: [answerLine(staple), `audit: ${iso(served.atSeconds)}`, showStaple(served)],
      });
    });
  },
});

export const certMustStapleUnmet = checkOf(eachLeaf(), {
  id: 'cert-must-staple-unmet',
  title: 'The must-staple certificate has a stapled OCSP response',
  finding: 'Must-staple certificate without OCSP stapling',
  weakness: { cvss: 'conditionalAvailability', cwe: [299] },
  shows: (served) => ['TLS feature: status_request (5)', 'CertificateStatus: none', showStaple(served)],
  judge: (served) => {
    const { leaf, chain } = served;
    if (!leaf.mustStaple) return notApplicable('The certificate has no must-staple extension');
    return judgeSeen(chain.staple, (staple) =>
      staple === null
        ? 'The must-staple extension (TLS feature status_request) requires a stapled OCSP response, but the handshake contained none; expected: a stapled OCSP response, without which Firefox rejects the connection.'
        : pass('An OCSP response is stapled, as the certificate requires'),
    );
  },
});

/** Short-lived certificates need no revocation information (Baseline Requirements, section 1.6.1): up to ten days, seven from this date on. */
const sevenDaysFrom = Date.parse('2026-03-15T00:00:00Z') / 1_000;

const shortLifeDays = (issuedAtSeconds: number): number => (issuedAtSeconds >= sevenDaysFrom ? 7 : 10);

export const certNoRevocationInfo = checkOf(eachLeaf(), {
  id: 'cert-no-revocation-info',
  title: 'The certificate contains revocation information',
  finding: 'Certificate contains no CRL or OCSP address',
  weakness: { cvss: 'onPathPartial', cwe: [299] },
  shows: (served) => [
    'authorityInfoAccess: no OCSP responder',
    'cRLDistributionPoints: none',
    showLeaf(served, '-ext authorityInfoAccess,crlDistributionPoints'),
  ],
  judge: (served) => {
    const { leaf } = served;
    if (leaf.ocspUrls.length > 0 || leaf.crlUrls.length > 0)
      return pass(`It names ${listed([...leaf.ocspUrls, ...leaf.crlUrls])}`);
    if (served.chain.verdict.anchor === null) return notApplicable('No trusted CA issued it, so it cannot be revoked');
    if (leaf.selfSigned) return notApplicable('It is itself a trust anchor, so no CA can revoke it');
    const days = shortLifeDays(leaf.notBefore);
    const lifetime = lifetimeOf(leaf);
    if (lifetime <= days * secondsPerDay)
      return notApplicable(`A certificate with a lifetime of ${span(lifetime)} needs none`);
    return `It contains neither an OCSP nor a CRL address and has a lifetime of ${span(lifetime)}; expected: one of them on certificates with a lifetime of more than ${days} days.`;
  },
});

export const certNotStapled = checkOf(eachLeaf(), {
  id: 'cert-not-stapled',
  title: 'OCSP stapling is enabled',
  finding: 'OCSP stapling is not enabled',
  shows: (served) => [`OCSP responder: ${listed(served.leaf.ocspUrls)}`, 'CertificateStatus: none', showStaple(served)],
  judge: (served) => {
    const { leaf, chain } = served;
    if (leaf.ocspUrls.length === 0) return noResponder;
    if (leaf.mustStaple) return notApplicable('The certificate is must-staple (separate check)');
    return judgeSeen(chain.staple, (staple) =>
      staple !== null
        ? pass('An OCSP response is stapled')
        : `The OCSP responder is ${listed(leaf.ocspUrls)}, but the handshake contained no stapled response.`,
    );
  },
});
