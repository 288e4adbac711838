import { fail, notApplicable, pass, proof, type Verdict } from '../../../catalogue/outcome.ts';
import type { CertificateFacts, PathProblem } from '../../../evidence/certificates/schema.ts';
import { detailsOf, problemsOf } from '../../derive/certificates/claims.ts';
import { wasRenewed } from '../../derive/certificates/renewals.ts';
import { isSelfSigned, type Served, vouchedFor } from '../../derive/certificates/served.ts';
import { certificateLine, lifetimeOf, nameOf } from '../../derive/certificates/certificate-words.ts';
import { showChain, showLeaf, showLifetime } from '../../../catalogue/certificate-commands.ts';
import { lifetimeLimit, nextLimits } from './lifetimes.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { publicLeaf, eachLeaf } from '../../derive/subjects/certificates.ts';
import { iso, secondsPerDay, span } from '../../../evidence/words/time.ts';

const isOutside = ({ notBefore, notAfter }: CertificateFacts, at: number): boolean => at < notBefore || at > notAfter;

const dateProof = (served: Served, facts: readonly CertificateFacts[], command: readonly string[]): string =>
  proof(facts.map(certificateLine), `audit: ${iso(served.atSeconds)}`, command);

/** Shows whether the leaf expires within this number of seconds; openssl reports a future start date only while verifying the chain. */
const showEnd = (served: Served, facts: readonly CertificateFacts[], seconds: number): string[] =>
  facts.every((one) => one === served.leaf) && served.leaf.notBefore <= served.atSeconds
    ? showLeaf(served, `-subject -dates -checkend ${Math.ceil(seconds)}`)
    : showChain(served);

/** Why the dates may be right and our clock wrong; null where the servers' clocks agree with ours. */
function clockDoubt(
  { certificates: { clockSkew }, atSeconds }: Served,
  facts: readonly CertificateFacts[],
): string | null {
  if (!clockSkew.known) return null;
  const theirs = atSeconds + clockSkew.value;
  const outside = facts.filter((one) => isOutside(one, atSeconds));
  if (outside.length === 0 || outside.some((one) => isOutside(one, theirs))) return null;
  return `It is not valid by the clock of this auditor (${iso(atSeconds)}), but valid by the clocks of the tested servers (${iso(theirs)})`;
}

/** The verifier's problems with dates; for a malformed leaf, which it skips, problems from the leaf's own dates. */
function expiries(served: Served): readonly PathProblem[] {
  const { leaf, atSeconds } = served;
  if (leaf.malformed === null || !isOutside(leaf, atSeconds)) return problemsOf(served, 'cert-expired');
  const [code, reason, limit] =
    atSeconds > leaf.notAfter
      ? (['expired', 'not-after-passed', leaf.notAfter] as const)
      : (['not-yet-valid', 'not-before-ahead', leaf.notBefore] as const);
  return [{ code, reason, certificate: leaf.sha256, values: [iso(limit), iso(atSeconds)] }];
}

export const certExpired = checkOf(eachLeaf({ ofBrowsers: true, reads: ['notBefore', 'notAfter'] }), {
  id: 'cert-expired',
  title: 'The certificate is within its validity period',
  finding: 'Certificate is expired or not yet valid',
  weakness: { cvss: 'luredInterception', cwe: [324] },
  judge: (served) => {
    const { leaf, path, atSeconds } = served;
    const problems = expiries(served);
    if (problems.length === 0) return pass(`Valid until ${iso(leaf.notAfter)}`);
    const named = [...new Set([leaf, ...path])].filter(({ sha256 }) =>
      problems.some(({ certificate }) => certificate === sha256),
    );
    const about = named.length === 0 ? [leaf] : named;
    const [first = leaf] = about;
    const doubt = clockDoubt(served, named);
    const when =
      atSeconds > first.notAfter
        ? `It expired ${span(atSeconds - first.notAfter)} before the audit`
        : `It becomes valid ${span(first.notBefore - atSeconds)} after the audit`;
    return fail({
      description: `${detailsOf(problems, served)}. ${when}; expected: a certificate that is valid now.${doubt === null ? '' : ` ${doubt}: one of the clocks is wrong.`}`,
      evidence: dateProof(served, about, showEnd(served, about, 0)),
      // The compared clocks are the target's own: they lower the confidence, but do not rule the finding out.
      confidence: doubt === null ? 'confirmed' : 'firm',
    });
  },
});

/** Why the remaining time does not matter; null where it does. */
function countless(served: Served): Verdict | null {
  if (isOutside(served.leaf, served.atSeconds))
    return notApplicable('The certificate is already outside its validity period');
  return isSelfSigned(served)
    ? notApplicable('The certificate is self-signed: replace it instead of renewing it')
    : null;
}

const week = 7 * secondsPerDay;
/** Certificates with at most this validity are renewed every few days. */
const shortLife = 10 * secondsPerDay;

/** Below this time left, a renewal has failed more than once: a sixth of the validity, at most a week; a day for short-lived certificates. */
const expiringBelow = (lifetime: number): number =>
  lifetime <= shortLife ? secondsPerDay : Math.min(week, lifetime / 6);

/** An issuer of the path that expires soon and before the leaf; an expired one has a separate check. */
const expiringIssuer = (served: Served): CertificateFacts | undefined =>
  vouchedFor(served).find(
    (one) =>
      one !== served.leaf &&
      one.notAfter < served.leaf.notAfter &&
      one.notAfter >= served.atSeconds &&
      one.notAfter - served.atSeconds < week,
  );

export const certExpiring = checkOf(eachLeaf(), {
  id: 'cert-expiring',
  title: 'The certificate does not expire soon',
  finding: 'Certificate expires soon',
  weakness: { cvss: 'conditionalAvailability', cwe: [324] },
  judge: (served) => {
    const { leaf, atSeconds } = served;
    const silent = countless(served);
    if (silent !== null) return silent;
    const remaining = leaf.notAfter - atSeconds;
    const limit = expiringBelow(lifetimeOf(leaf));
    const issuer = expiringIssuer(served);
    if (remaining >= limit && issuer === undefined) return pass(`Valid for another ${span(remaining)}`);
    const ending = remaining < limit || issuer === undefined ? leaf : issuer;
    return fail({
      description: `${nameOf(ending)} expires in ${span(ending.notAfter - atSeconds)}, on ${iso(ending.notAfter)}; expected: at least ${span(ending === leaf ? limit : week)} left${ending === leaf ? ` of a lifetime of ${span(lifetimeOf(leaf))}` : ' on every certificate of the path'}.`,
      evidence: dateProof(served, [ending], showEnd(served, [ending], limit)),
    });
  },
});

const month = 30 * secondsPerDay;

/**
 * Renewal is due with a third of the validity left (RFC 9773 section 4.2 suggests such windows), at most 30 days; a
 * tenth of that is tolerated for clients that check once or twice a day.
 */
const renewalBelow = (lifetime: number): number => Math.min(month, lifetime / 3) * 0.9;

export const certRenewalOverdue = checkOf(eachLeaf(), {
  id: 'cert-renewal-overdue',
  title: 'The certificate was renewed in time',
  finding: 'Certificate renewal is overdue',
  weakness: { cvss: 'resilience', cwe: [324] },
  judge: (served) => {
    const { leaf, atSeconds } = served;
    const silent = countless(served);
    if (silent !== null) return silent;
    const remaining = leaf.notAfter - atSeconds;
    const lifetime = lifetimeOf(leaf);
    if (remaining < expiringBelow(lifetime)) return notApplicable('The certificate expires soon (separate check)');
    if (remaining >= renewalBelow(lifetime)) return pass(`Valid for another ${span(remaining)}`);
    if (wasRenewed(served)) return notApplicable('Another address serves the renewed certificate (separate check)');
    return fail({
      description: `${span(remaining)} left of a lifetime of ${span(lifetime)}; expected: renewal with at least ${span(renewalBelow(lifetime))} left.`,
      evidence: dateProof(served, [leaf], showEnd(served, [leaf], renewalBelow(lifetime))),
    });
  },
});

export const certLifetimeTooLong = checkOf(publicLeaf('the limits apply'), {
  id: 'cert-lifetime-too-long',
  title: 'The certificate lifetime is within browser limits',
  finding: 'Certificate lifetime exceeds browser limits',
  weakness: { cvss: 'onPathPartial', cwe: [295] },
  shows: (served) => dateProof(served, [served.leaf], showLifetime(served)),
  judge: (served) => {
    const { leaf } = served;
    const limit = lifetimeLimit(leaf.notBefore);
    const lifetime = lifetimeOf(leaf);
    if (lifetime <= limit.days * secondsPerDay)
      return pass(
        `The lifetime is ${span(lifetime)}; the limit for ${iso(leaf.notBefore).slice(0, 10)} is ${limit.days} days`,
      );
    return `The lifetime is ${(lifetime / secondsPerDay).toFixed(2)} days (${lifetime} seconds, inclusive); expected: at most ${limit.days} days for certificates issued from ${limit.from} on.`;
  },
});

export const certLifetimeTrend = checkOf(publicLeaf('the limits apply'), {
  id: 'cert-lifetime-trend',
  title: 'The certificate lifetime meets upcoming limits',
  finding: 'Certificate lifetime exceeds upcoming limits',
  shows: (served) => dateProof(served, [served.leaf], showLifetime(served)),
  judge: (served) => {
    const { leaf, atSeconds } = served;
    const lifetime = lifetimeOf(leaf);
    const [next] = nextLimits(atSeconds).filter(({ days }) => lifetime > days * secondsPerDay);
    if (next === undefined) return pass(`The lifetime of ${span(lifetime)} meets all adopted limits`);
    const today = lifetimeLimit(atSeconds);
    const since = lifetime > today.days * secondsPerDay ? `${today.days} days since ${today.from}, ` : '';
    return `The lifetime is ${span(lifetime)}; the limit is ${since}${next.days} days from ${next.from}, so automate renewal by then.`;
  },
});
