import { cookieAttribute } from '@perimeter/protocols/http/cookies/cookie-facts';
import { fail, informational, pass } from '../../catalogue/outcome.ts';
import { rejectionWords } from '../../evidence/site/cookies/rejection-words.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { cookiesThat, nameOf, quoteCookie } from '../derive/subjects/cookies.ts';
import { type SeenCookie, sessionConfidence } from '../../evidence/site/cookies/seen-cookies.ts';
import { shorten } from '../../evidence/words/text.ts';
import { sessions } from './derive/sessions.ts';

const isOwn = ({ vendor, kept }: SeenCookie): boolean => vendor === null && kept !== null;

export const cookieSessionNoHttponly = checkOf(sessions, {
  id: 'cookie-session-no-httponly',
  title: 'Session cookies are HttpOnly',
  finding: 'Session cookie without HttpOnly',
  weakness: { cvss: 'browserHardening', cwe: [1004] },
  judge: (cookie) =>
    cookie.kept?.httpOnly === true
      ? pass(`${nameOf(cookie)} has HttpOnly`)
      : fail({
          description: `The cookie ${nameOf(cookie)} has no HttpOnly attribute, so an injected script can read it. Expected: HttpOnly.`,
          evidence: quoteCookie(cookie),
          ...sessionConfidence(cookie),
        }),
});

/** The value of SameSite as written; null where there is none. */
const writtenSameSite = ({ facts }: SeenCookie): string | null => cookieAttribute(facts, 'samesite') ?? null;

/** Whether browsers know the value: they ignore any other (RFC 6265bis section 5.7). */
const hasSameSite = ({ kept }: SeenCookie): boolean => kept !== null && kept.sameSite !== 'default';

/** What stands in place of a valid SameSite attribute. */
function lackOf(cookie: SeenCookie): string {
  const value = writtenSameSite(cookie);
  return value === null
    ? 'has no SameSite attribute'
    : `has SameSite=${shorten(value, 40)}, which browsers do not know and treat as missing`;
}

export const cookieSamesiteMissing = checkOf(sessions, {
  id: 'cookie-samesite-missing',
  title: 'Session cookies have SameSite',
  finding: 'Session cookie without SameSite',
  weakness: { cvss: 'browserHardeningUserActs', cwe: [1275] },
  judge: (cookie) =>
    hasSameSite(cookie)
      ? pass(`${nameOf(cookie)} has SameSite`)
      : fail({
          description: `The cookie ${nameOf(cookie)} ${lackOf(cookie)}. Some browsers default to Lax, others send it with requests from other sites. Expected: SameSite=Lax or Strict.`,
          evidence: quoteCookie(cookie),
          ...sessionConfidence(cookie),
        }),
});

/** Informs only: a session cookie without a valid value fails its own check, and other cookies need none. */
export const cookieSamesiteInvalid = checkOf(
  cookiesThat((cookie) => isOwn(cookie) && writtenSameSite(cookie) !== null, 'a cookie with SameSite'),
  {
    id: 'cookie-samesite-invalid',
    title: 'SameSite, if set, has a valid value',
    finding: 'SameSite has an invalid value',
    judge: (cookie) => {
      if (hasSameSite(cookie)) return pass(`SameSite of ${nameOf(cookie)} is valid`);
      return `The cookie ${nameOf(cookie)} ${lackOf(cookie)}. Expected: Lax, Strict or None.`;
    },
  },
);

export const cookieCsrfSamesite = checkOf(
  cookiesThat((cookie) => isOwn(cookie) && /csrf|xsrf/i.test(cookie.facts.name), 'a cookie against forged requests'),
  {
    id: 'cookie-csrf-samesite',
    title: 'Cookies against forged requests have SameSite',
    finding: 'CSRF cookie without SameSite',
    weakness: { cvss: 'browserHardeningUserActs', cwe: [352, 1275] },
    judge: (cookie) =>
      hasSameSite(cookie)
        ? pass(`${nameOf(cookie)} has SameSite`)
        : fail({
            description: `The cookie ${nameOf(cookie)} protects against forged requests, and ${lackOf(cookie)}. Expected: SameSite=Lax or Strict.`,
            evidence: quoteCookie(cookie),
            confidence: 'firm',
          }),
  },
);

export const cookieRejected = checkOf(
  cookiesThat(({ vendor }) => vendor === null, 'a cookie of the application'),
  {
    id: 'cookie-rejected',
    title: 'Browsers keep every cookie',
    finding: 'Browsers drop a cookie',
    weakness: { cvss: 'resilience', cwe: [1188] },
    judge: (cookie) => {
      const { rejected } = cookie;
      if (rejected === null) return pass(`Browsers keep ${nameOf(cookie)}`);
      const dropped = `Browsers drop the cookie ${nameOf(cookie)}: ${rejectionWords[rejected]}.`;
      // Browsers always reject such a line, so no site depends on it.
      if (rejected === 'control-character')
        return informational({ description: `${dropped} Expected: no such line.`, evidence: quoteCookie(cookie) });
      return fail({
        subject: `${shorten(cookie.facts.name, 100)} ${rejected}`,
        description: `${dropped} What depends on it does not work. Expected: a line that browsers accept.`,
        evidence: quoteCookie(cookie),
      });
    },
  },
);

export const cookieDomainBroad = checkOf(
  cookiesThat((cookie) => isOwn(cookie) && cookie.url.hostname.includes('.'), 'a cookie of the application'),
  {
    id: 'cookie-domain-broad',
    title: 'Cookies of a subdomain stay with it',
    finding: 'Cookie of a subdomain is sent to the whole domain',
    weakness: { cvss: 'browserHardening', cwe: [1275] },
    judge: (cookie, { target: { registrableDomain } }) => {
      const { kept, url } = cookie;
      const isBroad =
        kept !== null && !kept.hostOnly && kept.domain === registrableDomain && url.hostname !== registrableDomain;
      if (!isBroad) return pass(`${nameOf(cookie)} stays with its host`);
      const description = `${url.hostname} sets the cookie ${nameOf(cookie)} for all hosts below ${registrableDomain}: each of them gets it and can replace it. Expected: no Domain attribute.`;
      return fail({
        description,
        evidence: quoteCookie(cookie),
        ...(cookie.isSession ? sessionConfidence(cookie) : {}),
      });
    },
  },
);

export const cookiePrefixUnused = checkOf(
  cookiesThat(
    ({ isSession: session, kept }) => session && kept !== null && kept.secure && kept.hostOnly && kept.path === '/',
    'a session cookie with Secure, Path=/ and no Domain',
  ),
  {
    id: 'cookie-prefix-unused',
    title: 'Session cookies use a name prefix',
    finding: 'Session cookie could use the prefix __Host-',
    judge: (cookie) =>
      /^__(?:Host|Secure|Http|Host-Http)-/i.test(cookie.facts.name)
        ? pass(`${nameOf(cookie)} has a prefix`)
        : `The cookie ${nameOf(cookie)} meets all rules of __Host-. With that prefix, no subdomain could replace it.`,
  },
);
