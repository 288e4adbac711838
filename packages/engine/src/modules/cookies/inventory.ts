import { checkOf } from '../../catalogue/check-of.ts';
import { allCookies, quoteCookie } from '../derive/subjects/cookies.ts';
import { counted, listed, shorten } from '../../evidence/words/text.ts';

/** RFC 10025 section 6.1: browsers keep at least this many cookies per domain. */
const maxCount = 50;

export const cookieCountSize = checkOf(allCookies, {
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

export const cookieThirdParty = checkOf(allCookies, {
  id: 'cookie-third-party',
  title: 'No service of others sets cookies before consent',
  finding: 'Services of others set cookies on the first visit',
  judge: (cookies) => {
    const foreign = cookies.filter(({ vendor }) => vendor !== null && !/ (?:load balancing|routing)$/.test(vendor));
    const vendors = foreign.map(({ facts, vendor }) => `${shorten(facts.name, 40)} (${vendor})`);
    if (foreign.length === 0) return null;
    const description = `On the first visit, without any action, these are set: ${listed([...new Set(vendors)])}.`;
    return { description, evidence: foreign.slice(0, 10).map(quoteCookie) };
  },
});
