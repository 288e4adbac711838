import type { NameSighting, NameSource } from '@perimeter/protocols/names/inventory';
import { namesQueriedBy } from '@perimeter/protocols/spf/survey-tree';
import { policyHosts } from '../../evidence/site/policies/policy-hosts.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { answersOf } from '../../evidence/http/answer.ts';

/** Evidence that contains host names. */
export type NamingEvidence = Pick<EvidenceByKind, 'dns' | 'http' | 'page' | 'certificates' | 'mailAuth'>;

const hostIn = (url: string): string[] => (URL.canParse(url) ? [new URL(url).hostname] : []);

/** Every name in other evidence, with its source. */
export function sightingsIn({ dns, http, page, certificates, mailAuth }: NamingEvidence): NameSighting[] {
  const from = (source: NameSource, names: readonly string[]): NameSighting[] =>
    names.map((name) => ({ name, source }));
  const facts = page.documents.map((document) => document.facts);
  const answers = answersOf(http);
  const policed = page.documents.flatMap(({ exchange, facts: { metaPolicies } }) =>
    policyHosts(answers.get(exchange)?.headers ?? [], metaPolicies),
  );
  const served = certificates.certificates.filter(({ source }) => source === 'served');
  const routes = [mailAuth.route, ...mailAuth.subdomains.map(({ route }) => route)];
  return [
    ...from(
      'san',
      served.flatMap(({ subjectAltNames }) =>
        subjectAltNames.flatMap(({ type, value }) => (type === 'dns' ? [value] : [])),
      ),
    ),
    ...from(
      'cname',
      dns.answers.flatMap(({ cnames }) => cnames),
    ),
    ...from(
      'ns',
      dns.answers.flatMap(({ type, records }) => (type === 'NS' ? records.map(({ data }) => data) : [])),
    ),
    ...from(
      'mx',
      routes.flatMap(({ hosts }) => hosts.map(({ host }) => host)),
    ),
    // Guessed by us, like those of the list.
    ...from(
      'list',
      mailAuth.subdomains.map(({ domain }) => domain),
    ),
    ...from('spf', namesQueriedBy(mailAuth.spf.tree)),
    ...from(
      'dmarc',
      mailAuth.destinations.map(({ host }) => host),
    ),
    ...from('csp', policed),
    ...from('page', [
      ...facts.flatMap(({ resources }) => resources.flatMap(({ url }) => hostIn(url))),
      ...facts.flatMap(({ links }) => links.map(({ host }) => host)),
    ]),
  ];
}
