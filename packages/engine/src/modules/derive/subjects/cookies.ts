import { inconclusive, notApplicable, type Why } from '../../../catalogue/outcome.ts';
import { curlLine } from '../../../catalogue/reproduce-http.ts';
import { siteOf } from '../http/site.ts';
import { cutDrafts } from './answers.ts';
import { type Judged, onePlace, type Place, type Subject } from '../../../catalogue/check-of.ts';
import type { HstsEvidence } from '../../../evidence/site/visits/hsts.ts';
import { type SeenCookie, seenCookies } from '../../../evidence/site/cookies/seen-cookies.ts';
import { shorten } from '../../../evidence/words/text.ts';

type OfCookies<T> = Subject<keyof HstsEvidence, T>;

/** Cookies that one check lists at most. */
const maxCookies = 50;

/** The line as received, with its value redacted. */
export const quoteCookie = ({ facts, exchange }: SeenCookie): string =>
  `${exchange.url}\nSet-Cookie: ${shorten(facts.line, 600)}`;

/** The cookie's name for a sentence. */
export const nameOf = ({ facts }: SeenCookie): string => (facts.name === '' ? '(no name)' : shorten(facts.name, 60));

const isFault = ({ outcome }: Judged): boolean => outcome !== 'pass';

/** Each cookie once, by its worst variant, faulty ones first, so that the limit never hides a fault. */
function worstOf(judged: readonly Judged[], cookies: readonly SeenCookie[]): Judged[] {
  const byKey = new Map<string, Judged>();
  for (const [at, one] of judged.entries()) {
    const key = cookies[at]?.key ?? '';
    const other = byKey.get(key);
    if (other === undefined || (isFault(one) && !isFault(other))) byKey.set(key, one);
  }
  const worst = [...byKey.values()];
  return [...worst.filter(isFault), ...worst.filter((one) => !isFault(one))].slice(0, maxCookies);
}

function placeOf(cookie: SeenCookie): Place<SeenCookie> {
  const { exchange, url, facts } = cookie;
  const address = exchange.address === null ? {} : { address: exchange.address };
  const location = { host: url.hostname, port: exchange.port, ...address, url: exchange.url };
  const subject = shorten(facts.name, 100);
  return { of: cookie, location, subject, label: nameOf(cookie), reproduce: curlLine(location), weigh: cutDrafts };
}

/** Each of these cookies that hosts of the target set; what: their designation; missed: why some may be unseen. */
export const cookiesThat = (
  isAsked: (cookie: SeenCookie) => boolean,
  what: string,
  missed: (evidence: HstsEvidence) => readonly Why[] = () => [],
): OfCookies<SeenCookie> => ({
  needs: ['certificates', 'endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen') return site.outcome;
    if (site.state === 'walled' && site.kind === 'client-certificate') return site.outcome;
    const open = site.state === 'walled' ? [site.why] : missed(evidence);
    const cookies = seenCookies(evidence).filter(isAsked);
    if (cookies.length > 0) return { places: cookies.map(placeOf), open, keep: (judged) => worstOf(judged, cookies) };
    return open[0] === undefined ? notApplicable(`No response sets ${what}`) : inconclusive(open[0]);
  },
  quote: quoteCookie,
});

/** All cookies as one subject. */
export const allCookies: OfCookies<readonly SeenCookie[]> = {
  needs: ['certificates', 'endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
    const cookies = seenCookies(evidence);
    const [first] = cookies;
    if (first === undefined) return notApplicable('No response sets a cookie');
    const location = { host: first.url.hostname, port: first.exchange.port, url: first.exchange.url };
    return onePlace(cookies, location, curlLine(location));
  },
  quote: (cookies) => cookies.slice(0, 20).map(quoteCookie),
};
