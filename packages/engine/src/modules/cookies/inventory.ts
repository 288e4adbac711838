import { type Check, defineCheck } from '../../catalogue/check.ts';
import { combine } from '../../catalogue/combine.ts';
import { informational, notApplicable, pass } from '../../catalogue/outcome.ts';
import { curlLine } from '../../catalogue/reproduce-http.ts';
import { siteOf } from '../derive/http/site.ts';
import { counted, listed, shorten } from '../derive/words/text.ts';
import { quoteCookie } from './derive/checks.ts';
import { seenCookies } from '../derive/http/seen-cookies.ts';

/** RFC 10025 section 6.1: so many cookies a domain browsers keep at least. */
const maxCount = 50;

/** Declares a check of all cookies together. */
const inventoryCheck = ({
  id,
  title,
  finding,
  judge,
}: {
  id: string;
  title: string;
  finding: string;
  judge: (cookies: ReturnType<typeof seenCookies>) => string | null;
}): Check =>
  defineCheck({
    id,
    title,
    finding,
    needs: ['certificates', 'endpoints', 'http', 'target'],
    evaluate: (evidence) => {
      const site = siteOf(evidence);
      if (site.state === 'unseen') return site.outcome;
      if (site.state === 'walled') return site.outcome;
      const cookies = seenCookies(evidence);
      const [first] = cookies;
      if (first === undefined) return notApplicable('No response sets a cookie');
      const description = judge(cookies);
      const location = { host: first.url.hostname, port: first.exchange.port, url: first.exchange.url };
      const evidenceLines = [...cookies.slice(0, 20).map(quoteCookie), curlLine(location)];
      return combine(finding, [
        { ...(description === null ? pass(title) : informational({ description, evidence: evidenceLines })), location },
      ]);
    },
  });

export const cookieCountSize = inventoryCheck({
  id: 'cookie-count-size',
  title: 'Not more than 50 cookies are set',
  finding: 'More than 50 cookies are set',
  judge: (cookies) => {
    const count = new Set(cookies.map(({ key }) => key)).size;
    return count > maxCount
      ? `Hosts of the target set ${counted(count, 'cookie')}. Browsers keep 50 of a domain at least, and may drop others.`
      : null;
  },
});

export const cookieThirdParty = inventoryCheck({
  id: 'cookie-third-party',
  title: 'No service of others sets cookies before consent',
  finding: 'Services of others set cookies on the first visit',
  judge: (cookies) => {
    const vendors = cookies.flatMap(({ facts, vendor }) =>
      vendor === null ? [] : [`${shorten(facts.name, 40)} (${vendor})`],
    );
    return vendors.length === 0
      ? null
      : `On the first visit, without any action, these are set: ${listed([...new Set(vendors)])}.`;
  },
});
