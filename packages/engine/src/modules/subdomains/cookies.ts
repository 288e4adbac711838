import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { bothLines, digLine } from '../../catalogue/dig.ts';
import { fail, notApplicable, pass, openBy } from '../../catalogue/outcome.ts';
import { isFree } from '../../evidence/registration.ts';
import { takeoverState } from '../../evidence/names/takeover.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { curlLine } from '../../catalogue/reproduce-http.ts';
import { siteNames, type FoundNames, type SiteNames } from '../derive/subjects/names.ts';
import { listed, shorten } from '../../evidence/words/text.ts';

/** Names that strangers can certainly take over, through a service or an unregistered domain. */
const takenNames = ({ services, references }: FoundNames): string[] => [
  ...services.filter((one) => takeoverState(one) === 'claimable').map(({ name }) => name),
  ...references.flatMap(({ registration, usedBy }) =>
    isFree(registration) && registration.proof !== 'resolver'
      ? usedBy.flatMap(({ kind, name }) => (kind === 'cname' ? [name] : []))
      : [],
  ),
];

/** The site's cookies that browsers send to every name below the domain. */
const sharedCookies = ({ base }: FoundNames, { http }: SiteNames) =>
  http.exchanges.flatMap(({ url, setCookies = [] }) =>
    setCookies.flatMap(({ name, attributes, line, rejection }) => {
      const given = attributes.findLast(([attribute]) => attribute === 'domain')?.[1] ?? '';
      const domain = given.replace(/^\./, '').toLowerCase();
      return rejection !== null || domain === '' || !isAtOrBelow(base, domain) ? [] : [{ name, line, url }];
    }),
  );

export const subCookieTakeoverChain = checkOf(siteNames(), {
  id: 'sub-cookie-takeover-chain',
  title: 'No cookie of the domain reaches a name that others can take over',
  finding: 'Cookies of the domain are sent to a subdomain that others can take over',
  weakness: { cvss: 'crossSiteAccess', cwe: [1275, 350] },
  judge: (names, evidence) => {
    const cookies = sharedCookies(names, evidence);
    if (cookies.length === 0) return notApplicable('No cookie that was seen is valid for the whole domain');
    const taken = takenNames(names);
    const lines = [...new Set(cookies.map(({ line }) => `Set-Cookie: ${shorten(line, 200)}`))];
    if (taken.length === 0)
      return names.services.some((one) => takeoverState(one) === 'open')
        ? openBy('takeover-unseen')
        : pass('No name below the domain can be taken over');
    const cookieNames = [...new Set(cookies.map(({ name }) => shorten(name, 60)))];
    return fail({
      description: `Browsers send ${listed(cookieNames)} to every name below the domain, and others can take over ${listed(taken)}: they receive the cookies of visitors, and can set cookies for the site. Expected: no Domain attribute, and no such name.`,
      evidence: [
        lines.slice(0, 5),
        taken.slice(0, 5).map((name) => `Can be taken over: ${name}`),
        bothLines(
          curlLine({ host: names.base, ...(cookies[0] && { url: cookies[0].url }) }),
          digLine('A', ...taken.slice(0, 1)),
        ),
      ],
    });
  },
});
