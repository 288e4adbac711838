import { isAheadOfBrowsers } from '@perimeter/protocols/certification-path/remarks';
import type { Confidence } from '@perimeter/contract/finding';
import {
  fail,
  inconclusive,
  notApplicable,
  pass,
  type Verdict,
  type Why,
  openBy,
  whyBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import type { CertificateFacts, PathProblem } from '../../../evidence/certificates/schema.ts';
import type { NetFailureReason } from '../../../evidence/observed.ts';
import { detailsOf, problemsOf } from '../../derive/certificates/claims.ts';
import { keyStrength } from '../../derive/certificates/key-strength.ts';
import { oldList } from '../../derive/certificates/list-age.ts';
import { type Served, isAlone, isPublic, isSelfSigned } from '../../derive/certificates/served.ts';
import {
  fieldLines,
  keyText,
  nameOf,
  namesLine,
  namesText,
  pathLines,
} from '../../derive/certificates/certificate-words.ts';
import { showChain, showLeaf, showNames } from '../../../catalogue/certificate-commands.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachChain, eachLeaf, eachNamedLeaf } from '../../derive/subjects/certificates.ts';
import { clause, shorten } from '../../../evidence/words/text.ts';

// This audit ended these attempts itself, so the address's answer is unknown.
const endedByUs: ReadonlySet<NetFailureReason> = new Set(['budget', 'cancelled', 'rate-limited']);

// After these failures the address may answer other clients, or later.
const passing: ReadonlySet<NetFailureReason> = new Set(['timeout', 'reset', 'closed']);

const issuerFetches = ({ path, certificates }: Served) => {
  const urls = new Set(path.at(-1)?.issuerUrls);
  return certificates.fetches.filter(({ purpose, url }) => purpose === 'issuer' && urls.has(url));
};

/** Why the missing issuer may exist; null where all its addresses were tried, or there are none. */
function fetchGap(served: Served): Why | null {
  const failed = issuerFetches(served).find(({ failure }) => failure !== null && endedByUs.has(failure.reason));
  if (failed === undefined || failed.failure === null) return null;
  return whyAs(failed.failure, 'issuer-unfetched', { url: failed.url, failure: detailOf(failed.failure) });
}

/** Why the server may have the missing issuer: the protocol had no room to send it. */
const aloneGap = (served: Served): Why | null => (isAlone(served) ? whyBy('issuer-unsent') : null);

/** Why the root may be a public one newer than the list: certificates with timestamps chain to public roots (browser policies). */
function rootGap(served: Served): Why | null {
  const old = served.chain.scts.length === 0 ? null : oldList('roots', served);
  return old === null ? null : whyBy('root-maybe-newer', { list: old });
}

/** Clients without the issuer reject the chain; if its address timed out here, other clients may still fetch it. */
const confidenceOf = (served: Served): Confidence =>
  issuerFetches(served).some(({ failure }) => failure !== null && passing.has(failure.reason)) ? 'firm' : 'confirmed';

const fetchLines = (served: Served): string[] =>
  issuerFetches(served).map(
    ({ url, failure, bytes }) =>
      `fetched ${url}: ${failure === null ? `${bytes} bytes` : `${failure.reason}, ${detailOf(failure)}`}`,
  );

/** Curves that browsers support in certificates (Baseline Requirements section 6.1.5). */
const browserCurves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);
/** Signature hashes that browsers support (Baseline Requirements section 7.1.3.2), and those with separate checks. */
const familiarHash = /^(?:sha256|sha384|sha512|none|sha1|md5|md4|md2)$/;

/** True where key or signature alone make browsers reject the certificate, whatever other verifiers support. */
const isForeign = ({ key, signature }: CertificateFacts): boolean =>
  (key.algorithm === 'ec' ? key.curve !== null && !browserCurves.has(key.curve) : keyStrength(key) === 'unknown') ||
  !familiarHash.test(signature.hash);

/** True for a problem that may be a limit of this audit: an algorithm that it cannot verify, but browsers may support. */
function isDoubtful({ code, certificate }: PathProblem, { path, served }: Served): boolean {
  const about = [...path, ...served].find(({ sha256 }) => sha256 === certificate);
  return code === 'unknown-algorithm' && (about === undefined || !isForeign(about));
}

/** A remark on a valid path with a key that verifiers support and browsers do not. */
const aheadOfBrowsers = ({ leaf }: Served): string =>
  isAheadOfBrowsers(leaf.key.algorithm) ? `; browsers do not support its ${keyText(leaf)} key` : '';

/** Number of issuers that the verifier tries. */
const maxTriedIssuers = 10;

/** A remark on a served certificate with the name of the missing issuer and another key. */
function namesake({ path, served }: Served, problems: readonly PathProblem[]): string {
  const missing = problems.find(({ code }) => code === 'unknown-issuer');
  const about = path.find(({ sha256 }) => sha256 === missing?.certificate);
  // For longer lists the verifier may not have tried every issuer.
  const isSent =
    served.length < maxTriedIssuers && served.some((one) => !path.includes(one) && one.subject === about?.issuer);
  return isSent ? ': the server sent a certificate with that name, but its key did not sign this one' : '';
}

function judgeTrust(served: Served): Verdict {
  const problems = problemsOf(served, 'cert-untrusted');
  const certain = problems.filter((problem) => !isDoubtful(problem, served));
  if (isSelfSigned(served)) return notApplicable('The certificate is self-signed (separate check)');
  const [doubt] = problems;
  if (certain.length === 0) {
    if (doubt !== undefined) return openBy('path-in-doubt', { problems: clause(detailsOf(problems, served)) });
    return pass(`A path leads to ${nameOf(served.path.at(-1) ?? served.leaf)}${aheadOfBrowsers(served)}`);
  }
  const isUnknown = certain.every(({ code }) => code === 'unknown-issuer');
  const gap = isUnknown ? (aloneGap(served) ?? fetchGap(served) ?? rootGap(served)) : null;
  if (gap !== null) return inconclusive(gap);
  return fail({
    description: `${detailsOf(certain, served)}${namesake(served, certain)}; expected: a valid path to a root that browsers trust.`,
    evidence: [pathLines(served), fetchLines(served), showChain(served)],
    confidence: isUnknown ? confidenceOf(served) : 'confirmed',
  });
}

export const certUntrusted = checkOf(eachChain({ ofBrowsers: true }), {
  id: 'cert-untrusted',
  title: 'The certificate chains to a trusted root',
  finding: 'Certificate does not chain to a trusted root',
  weakness: { cvss: 'luredInterception', cwe: [295] },
  judge: judgeTrust,
});

export const certSelfSigned = checkOf(eachLeaf({ ofBrowsers: true }), {
  id: 'cert-self-signed',
  title: 'The certificate was issued by a CA',
  finding: 'Certificate is self-signed',
  weakness: { cvss: 'luredInterception', cwe: [295] },
  shows: (served) => [fieldLines(served.leaf), showLeaf(served, '-subject -issuer -fingerprint -sha256')],
  judge: (served) => {
    const { leaf } = served;
    if (!isSelfSigned(served)) return pass(`It was issued by ${shorten(leaf.issuer) || 'another certificate'}`);
    return `Issuer and subject are both ${shorten(leaf.subject) || 'empty'}, and the signature verifies with the certificate's own key; expected: a certificate from a CA that browsers trust.`;
  },
});

export const certNameMismatch = checkOf(eachNamedLeaf({ ofBrowsers: true }), {
  id: 'cert-name-mismatch',
  title: 'The certificate matches the host name',
  finding: 'Certificate does not match the host name',
  weakness: { cvss: 'luredInterception', cwe: [297] },
  shows: (served) => [
    `host: ${served.serverName}`,
    namesLine(served.leaf),
    `sha256: ${served.leaf.sha256}`,
    showNames(served, `-checkhost ${served.serverName}`),
  ],
  judge: (served) => {
    const { leaf, serverName } = served;
    if (problemsOf(served, 'cert-name-mismatch').length === 0) return pass('The certificate contains the host name');
    const isCommonName = leaf.commonName?.toLowerCase() === serverName;
    return `The certificate is for ${leaf.subjectAltNames.length === 0 ? 'no host' : namesText(leaf)}, not for ${serverName}${isCommonName ? ', which is only its common name, and clients ignore the common name' : ''}; expected: the host name among the dNSName entries of subjectAltName (RFC 9525 section 6.3).`;
  },
});

export const certDistrustedCa = checkOf(eachLeaf({ ofBrowsers: true }), {
  id: 'cert-distrusted-ca',
  title: 'Browsers trust the issuing CA',
  finding: 'Browsers distrust the issuing CA',
  weakness: { cvss: 'luredInterception', cwe: [295] },
  shows: (served) => [pathLines(served), showChain(served)],
  judge: (served) => {
    const problems = problemsOf(served, 'cert-distrusted-ca');
    if (problems.length > 0)
      return `${detailsOf(problems, served)}; expected: a certificate from a CA that browsers trust for new certificates.`;
    return isPublic(served)
      ? pass('Browsers trust the root for certificates with this date')
      : notApplicable('The path does not end in a public root');
  },
});
