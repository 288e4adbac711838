import { fail, pass, type Verdict, unansweredAt } from '../../catalogue/outcome.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { cookiesThat, nameOf, quoteCookie } from '../derive/subjects/cookies.ts';
import { effectiveOn, type HstsEvidence } from '../../evidence/site/visits/hsts.ts';
import { type SeenCookie, sessionConfidence } from '../../evidence/site/cookies/seen-cookies.ts';
import { isAddressless } from '../../evidence/failure-text.ts';
import { hopsOf } from '../../evidence/site/visits/visits.ts';
import { sessions } from './derive/sessions.ts';

/** Browsers are left open for a day at least, with the cookies that end with them; HSTS that ends before keeps none off http. */
const leastHstsSeconds = 86_400;

/** Whether HSTS keeps a cookie off http for all hosts that receive it. */
function isCovered({ url, kept }: SeenCookie, evidence: HstsEvidence): boolean {
  const effective = effectiveOn(kept?.hostOnly === false ? kept.domain : url.hostname, evidence);
  if (effective === null || effective.policy.maxAgeSeconds < leastHstsSeconds) return false;
  return kept?.hostOnly !== false || effective.policy.includeSubDomains;
}

/** A session cookie without Secure, which is worse where HSTS does not keep it off http. */
const judgeSecure =
  (covered: boolean, description: string) =>
  (cookie: SeenCookie, evidence: HstsEvidence): Verdict => {
    if (cookie.kept?.secure === true) return pass(`${nameOf(cookie)} has Secure`);
    if (isCovered(cookie, evidence) !== covered)
      return pass(
        covered
          ? `${nameOf(cookie)} lacks Secure without HSTS (separate check)`
          : `HSTS keeps ${nameOf(cookie)} off http`,
      );
    return fail({
      description: `The cookie ${nameOf(cookie)} has no Secure attribute. ${description} Expected: Secure.`,
      evidence: quoteCookie(cookie),
      ...sessionConfidence(cookie),
    });
  };

export const cookieSessionInsecure = checkOf(sessions, {
  id: 'cookie-session-insecure',
  title: 'Session cookies are Secure',
  finding: 'Session cookie without Secure',
  weakness: { cvss: 'cleartextInterception', cwe: [614] },
  judge: judgeSecure(
    false,
    'Browsers also send it over http, where anybody on the way can read it and take over the session.',
  ),
});

export const cookieSessionInsecureHsts = checkOf(sessions, {
  id: 'cookie-session-insecure-hsts',
  title: 'Session cookies are Secure, HSTS or not',
  finding: 'Session cookie without Secure, covered by HSTS',
  weakness: { cvss: 'onPathPartial', cwe: [614] },
  judge: judgeSecure(true, 'HSTS keeps browsers that know the site off http; others send the cookie in clear.'),
});

export const cookieInsecure = checkOf(
  cookiesThat(
    ({ isSession: session, vendor, kept }) => !session && vendor === null && kept !== null,
    'another cookie of the application',
  ),
  {
    id: 'cookie-insecure',
    title: 'Other cookies are Secure',
    finding: 'Cookie without Secure',
    weakness: { cvss: 'onPathPartial', cwe: [614] },
    judge: (cookie, evidence) => {
      if (cookie.kept?.secure === true) return pass(`${nameOf(cookie)} has Secure`);
      if (isCovered(cookie, evidence)) return pass(`HSTS keeps ${nameOf(cookie)} off http`);
      return `The cookie ${nameOf(cookie)} has no Secure attribute, so anybody on the way can read and replace it over http. Expected: Secure.`;
    },
  },
);

export const cookieSetOverHttp = checkOf(
  cookiesThat(
    ({ vendor, kept }) => vendor === null && kept !== null,
    'a cookie of the application',
    (evidence) =>
      hopsOf(evidence).flatMap(({ url, failure }) =>
        url.protocol !== 'http:' || failure === null || failure.reason === 'refused' || isAddressless(failure)
          ? []
          : [unansweredAt(url.href, failure)],
      ),
  ),
  {
    id: 'cookie-set-over-http',
    title: 'No cookie is set over plain HTTP',
    finding: 'Cookie is set over plain HTTP',
    weakness: { cvss: 'cleartextInterception', cwe: [319, 614] },
    judge: (cookie) => {
      if (cookie.facts.scheme === 'https') return pass(`${nameOf(cookie)} is set over https`);
      const description = `${cookie.exchange.url} sets the cookie ${nameOf(cookie)} over http, where anybody on the way can read and choose it. Expected: cookies on https responses only.`;
      const weight = cookie.isSession ? sessionConfidence(cookie) : { cvss: 'onPathPartial' as const };
      return fail({ description, evidence: quoteCookie(cookie), ...weight });
    },
  },
);
