import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine, type Judged } from '../../../catalogue/combine.ts';
import {
  inconclusive,
  type Lines,
  notApplicable,
  type Outcome,
  type Verdict,
  worded,
} from '../../../catalogue/outcome.ts';
import type { HstsEvidence } from '../../derive/http/hsts.ts';
import { placedAt } from '../../derive/http/placed.ts';
import { siteOf } from '../../derive/http/site.ts';
import { shorten } from '../../derive/words/text.ts';
import { type SeenCookie, seenCookies } from '../../derive/http/seen-cookies.ts';

type Facts = Omit<CheckDefinition<keyof HstsEvidence>, 'needs' | 'evaluate'>;

/** Cookies that one check lists at most. */
const maxCookies = 50;

/** The line as received, with its value masked. */
export const quoteCookie = ({ facts, exchange }: SeenCookie): string =>
  `${exchange.url}\nSet-Cookie: ${shorten(facts.line, 600)}`;

/** The name as a sentence shows it. */
export const nameOf = ({ facts }: SeenCookie): string => (facts.name === '' ? '(no name)' : shorten(facts.name, 60));

function judged(verdict: Verdict, cookie: SeenCookie): Judged {
  const { exchange, url, facts } = cookie;
  const address = exchange.address === null ? {} : { address: exchange.address };
  const location = { host: url.hostname, port: exchange.port, ...address, url: exchange.url };
  return placedAt(verdict, { location, subject: shorten(facts.name, 100), label: nameOf(cookie) });
}

/** Each cookie once, by the variant that is worst off, and those at fault before the rest: the cap drops no fault for a pass. */
function worstOf(all: readonly (readonly [key: string, judged: Judged])[]): Judged[] {
  const isFault = ({ outcome }: Judged): boolean => outcome !== 'pass';
  const byKey = new Map<string, Judged>();
  for (const [key, one] of all) {
    const other = byKey.get(key);
    if (other === undefined || (isFault(one) && !isFault(other))) byKey.set(key, one);
  }
  const cookies = [...byKey.values()];
  return [...cookies.filter(isFault), ...cookies.filter((one) => !isFault(one))].slice(0, maxCookies);
}

interface CookieCheck extends Facts {
  /** The cookies that the check is about. */
  of: (cookie: SeenCookie) => boolean;
  /** What they are called. */
  what: string;
  judge: (cookie: SeenCookie, evidence: HstsEvidence) => Verdict | string;
  /** Why cookies may have been missed. */
  missed?: (evidence: HstsEvidence) => readonly string[];
  /** What proves a fault that the check states in words alone; the cookie where left out. */
  shows?: (cookie: SeenCookie) => Lines;
}

/** Declares a check of each cookie that hosts of the target set. */
export const cookieCheck = ({ of, what, judge, missed, shows = quoteCookie, ...facts }: CookieCheck): Check =>
  defineCheck({
    ...facts,
    needs: ['certificates', 'endpoints', 'http', 'target'],
    evaluate: (evidence): Outcome => {
      const site = siteOf(evidence);
      if (site.state === 'unseen') return site.outcome;
      if (site.state === 'walled' && site.kind === 'client-certificate') return site.outcome;
      const open = site.state === 'walled' ? [site.outcome.reason] : (missed?.(evidence) ?? []);
      const cookies = seenCookies(evidence).filter(of);
      if (cookies.length === 0)
        return open[0] === undefined ? notApplicable(`No response sets ${what}`) : inconclusive(open[0]);
      const verdictOn = (cookie: SeenCookie): Judged =>
        judged(
          worded(judge(cookie, evidence), facts, () => shows(cookie)),
          cookie,
        );
      return combine(facts.finding, worstOf(cookies.map((cookie) => [cookie.key, verdictOn(cookie)])), { open });
    },
  });

/** How sure it is that a cookie holds a session: its name says so, and a short value speaks against it. */
export const sessionConfidence = ({ facts }: SeenCookie): { confidence: 'firm' | 'potential' } => ({
  confidence: facts.valueBytes < 8 ? 'potential' : 'firm',
});
