import { isInDomain } from '@perimeter/protocols/domain/below';
import { namesQueriedBy } from '@perimeter/protocols/spf/survey-tree';
import { type MailProvider, mailProviders } from './providers.data.ts';
import type { MailAuthEvidence } from './schema.ts';

const endsWith = (name: string, ends: readonly string[]): boolean => {
  const lower = name.toLowerCase();
  return ends.some((end) => isInDomain(lower, end));
};

/** The providers that a domain's MX and SPF records show, in the order of the table. */
export function providersOf({ route, spf }: Pick<MailAuthEvidence, 'route' | 'spf'>): MailProvider[] {
  const targets = namesQueriedBy(spf.tree);
  return mailProviders.filter(
    (provider) =>
      route.hosts.some(({ host }) => endsWith(host, provider.mx)) ||
      targets.some((target) => endsWith(target, provider.spf)),
  );
}
