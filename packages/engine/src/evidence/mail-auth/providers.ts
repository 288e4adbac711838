import { isInDomain } from '@perimeter/protocols/domain/below';
import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import { type MailProvider, mailProviders } from './providers.data.ts';
import type { MailAuthEvidence } from './schema.ts';

const endsWith = (name: string, ends: readonly string[]): boolean => {
  const lower = name.toLowerCase();
  return ends.some((end) => isInDomain(lower, end));
};

/** The names that a record and those below it lead to. */
const leadsTo = ({ terms }: SpfNode): string[] =>
  terms.flatMap(({ target, child }) => [
    ...(target === null ? [] : [target]),
    ...(child === null ? [] : leadsTo(child)),
  ]);

/** The providers that a domain's MX and SPF records show, in the order of the table. */
export function providersOf({ route, spf }: Pick<MailAuthEvidence, 'route' | 'spf'>): MailProvider[] {
  const targets = leadsTo(spf.tree);
  return mailProviders.filter(
    (provider) =>
      route.hosts.some(({ host }) => endsWith(host, provider.mx)) ||
      targets.some((target) => endsWith(target, provider.spf)),
  );
}
