import { developmentWord } from '@perimeter/protocols/names/host-words';
import { endOfLifeText, outdatedProducts } from '@perimeter/protocols/software/end-of-life';
import { endOfLifeDate } from '@perimeter/protocols/software/end-of-life.data';
import { failWhere, notApplicable, openBy } from '../../catalogue/outcome.ts';
import { bodyLine, curlLine } from '../../catalogue/reproduce-http.ts';
import type { AskedHost, HostAnswer } from '../../evidence/names/schema.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { siteOf } from '../derive/http/site.ts';
import { lineOf, noHosts, openHosts, startPageLocation, type Scheme, silent, unasked } from './derive/hosts.ts';
import { isConsole, unfinishedSign } from './derive/unfinished.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { siteNames, namesBelow, type SiteNames } from '../derive/subjects/names.ts';

const schemes = ['https', 'http'] as const satisfies readonly Scheme[];

const isDevelopment = ({ name }: AskedHost): boolean => developmentWord(name) !== null;

/** The scheme over which a host shows a public page. */
const shownBy = (host: AskedHost): Scheme | null =>
  schemes.find((scheme) => {
    const answer = host[scheme];
    return answer.known && answer.value.status === 200 && answer.value.wall === null && !answer.value.passwordField;
  }) ?? null;

/** The site's own page: its title and its addresses. */
function sitePage(evidence: SiteNames): { title: string | null; addresses: ReadonlySet<string | null> } {
  const site = siteOf(evidence);
  const addresses = new Set(evidence.http.exchanges.map(({ address }) => address));
  return { title: site.state === 'answered' ? (site.document.page?.title?.trim() ?? null) : null, addresses };
}

/** Signs apart from its name that a host is for developers; a copy of the site may also be one of its servers. */
function signOf(host: AskedHost, answer: HostAnswer, site: ReturnType<typeof sitePage>) {
  const sign = unfinishedSign(answer);
  if (sign !== null) return { sign, confidence: 'firm' as const };
  const title = answer.title?.trim() ?? '';
  const isCopy = title.length >= 4 && title === site.title && !site.addresses.has(host.address);
  return isCopy
    ? { sign: 'it looks like a copy of the site at another address', confidence: 'potential' as const }
    : null;
}

export const subDevExposed = checkOf(
  siteNames((names) => [...unasked(names), ...silent(names.hosts.filter(isDevelopment))]),
  {
    id: 'sub-dev-exposed',
    title: 'Hosts of developers and administrators ask for a login',
    finding: 'Development or administration host reachable without login',
    weakness: { cvss: 'smallLeak', cwe: [668] },
    judge: ({ hosts, inventory }, evidence) => {
      if (!inventory.some(({ name, status }) => status !== 'missing' && developmentWord(name) !== null))
        return notApplicable('No name below the domain stands for developers or administrators');
      const site = sitePage(evidence);
      // A name alone proves nothing: developer portals and public tests have such names, too.
      return failWhere(
        hosts.filter(isDevelopment),
        'No such host shows a tool or an unfinished page without a login',
        (host) => {
          const scheme = shownBy(host);
          const answer = scheme === null ? null : host[scheme];
          if (scheme === null || answer === null || !answer.known) return null;
          const found = signOf(host, answer.value, site);
          if (found === null) return null;
          const location = startPageLocation(host, scheme);
          return {
            location,
            confidence: found.confidence,
            // An unfinished page discloses little; a console without a login gives visitors control.
            ...(isConsole(answer.value) ? { cvss: 'likelyExploitable' } : {}),
            description: `${host.name} stands for "${developmentWord(host.name) ?? ''}" and shows a page to anybody; ${found.sign}. Expected: reachable only for those who work with it (VPN, allow list or login).`,
            evidence: [lineOf(scheme, host, answer.value), bodyLine(location, '<title>[^<]*|type=.?password')],
          };
        },
      );
    },
  },
);

/** Age in days from which the table of end-of-life dates no longer counts. */
const maxTableDays = 180;

export const subOldSoftware = checkOf(namesBelow(openHosts), {
  id: 'sub-old-software',
  title: 'Software of hosts below the domain is maintained',
  finding: 'Host below the domain runs software past its end of life',
  weakness: { cvss: 'likelyExploitable', cwe: [1104] },
  mode: 'deep',
  judge: (names) => {
    if (daysSince(endOfLifeDate, names.startedAtMs) >= maxTableDays)
      return openBy('versions-dated', { date: endOfLifeDate });
    const found = names.hosts.flatMap((host) => {
      const answers = schemes.flatMap((scheme) => {
        const answer = host[scheme];
        return answer.known ? answer.value.software.map((line) => ({ scheme, line })) : [];
      });
      const seen = new Map(
        answers.flatMap(({ scheme, line }) =>
          outdatedProducts(line).map((one) => [one.text, { ...one, scheme, line, host }] as const),
        ),
      );
      return [...seen.values()];
    });
    return (
      noHosts(names) ??
      failWhere(found, 'No host names a version that is past its end', ({ scheme, line, host, ...old }) => {
        const location = startPageLocation(host, scheme);
        return {
          location,
          subject: old.text,
          confidence: old.packaged ? 'potential' : 'firm',
          description: `${host.name} runs ${old.text}. ${endOfLifeText(old)} Expected: a maintained version.`,
          evidence: [`${host.name}: ${line}`, curlLine(location)],
        };
      })
    );
  },
});
