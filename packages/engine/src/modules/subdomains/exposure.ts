import { developmentWord } from '@perimeter/protocols/names/host-words';
import { outdatedProducts } from '@perimeter/protocols/software/end-of-life';
import { endOfLifeDate } from '@perimeter/protocols/software/end-of-life.data';
import { failWhere, inconclusive, notApplicable } from '../../catalogue/outcome.ts';
import { bodyLine, curlLine } from '../../catalogue/reproduce-http.ts';
import type { AskedHost } from '../../evidence/names/schema.ts';
import { daysSince } from '../derive/certificates/list-age.ts';
import { lineOf, noHosts, openHosts, placeOf, type Scheme, silent, unasked } from './derive/hosts.ts';
import { namesCheck } from './derive/names-check.ts';

const isDevelopment = ({ name }: AskedHost): boolean => developmentWord(name) !== null;

/** The scheme by which a host shows a page to anybody. */
const shownBy = (host: AskedHost): Scheme | null =>
  (['https', 'http'] as const).find((scheme) => {
    const answer = host[scheme];
    return answer.known && answer.value.status === 200 && answer.value.wall === null && !answer.value.passwordField;
  }) ?? null;

export const subDevExposed = namesCheck({
  id: 'sub-dev-exposed',
  title: 'Hosts of developers and administrators ask for a login',
  finding: 'Development or administration host reachable without login',
  weakness: { cvss: 'smallLeak', cwe: [668] },
  open: (names) => [...unasked(names), ...silent(names.hosts.filter(isDevelopment))],
  judge: ({ hosts, inventory }) => {
    if (!inventory.some(({ name, status }) => status !== 'missing' && developmentWord(name) !== null))
      return notApplicable('No name below the domain stands for developers or administrators');
    return failWhere(hosts.filter(isDevelopment), 'No such host shows a page without a login', (host) => {
      const scheme = shownBy(host);
      const answer = scheme === null ? null : host[scheme];
      if (scheme === null || answer === null || !answer.known) return null;
      const location = placeOf(host, scheme);
      return {
        location,
        confidence: 'firm',
        description: `${host.name} stands for "${developmentWord(host.name) ?? ''}" and shows a page to anybody. Expected: reachable only for those who work with it (VPN, allow list or login).`,
        evidence: [lineOf(scheme, host, answer.value), bodyLine(location, '<title>[^<]*|type=.?password')],
      };
    });
  },
});

/** How long the table of ends may be believed. */
const maxTableDays = 180;

export const subOldSoftware = namesCheck({
  id: 'sub-old-software',
  title: 'Software of hosts below the domain is maintained',
  finding: 'Host below the domain runs software past its end of life',
  weakness: { cvss: 'likelyExploitable', cwe: [1104] },
  mode: 'deep',
  open: openHosts,
  judge: (names) => {
    if (daysSince(endOfLifeDate, names.startedAtMs) >= maxTableDays)
      return inconclusive(`The table of versions is dated ${endOfLifeDate}`);
    const found = names.hosts.flatMap((host) => {
      const answers = (
        [
          ['https', host.https],
          ['http', host.http],
        ] as const
      ).flatMap(([scheme, answer]) => (answer.known ? answer.value.software.map((line) => ({ scheme, line })) : []));
      const seen = new Map(
        answers.flatMap(({ scheme, line }) =>
          outdatedProducts(line).map((one) => [one.text, { ...one, scheme, line, host }] as const),
        ),
      );
      return [...seen.values()];
    });
    return (
      noHosts(names) ??
      failWhere(
        found,
        'No host names a version that is past its end',
        ({ text, row, packaged, scheme, line, host }) => {
          const location = placeOf(host, scheme);
          return {
            location,
            subject: text,
            confidence: packaged ? 'potential' : 'firm',
            description: `${host.name} runs ${text}. ${row.name} below ${row.below} has had no security fixes from its makers since ${row.since}${packaged ? '; its distribution may have repaired it' : ''}. Expected: a maintained version.`,
            evidence: [`${host.name}: ${line}`, curlLine(location)],
          };
        },
      )
    );
  },
});
