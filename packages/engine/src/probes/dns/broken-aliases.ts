import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { Registration } from '../../evidence/registration.ts';
import type { ProbeContext } from '../probe.ts';

/** Whether the domains of others are registered in which aliases end that lead to nothing: who registers one takes the name over. */
export async function registrationsBehind(
  context: ProbeContext,
  answers: readonly DnsAnswer[],
): Promise<{ aliasTargets?: Registration[] }> {
  const ends = answers.flatMap(({ type, status, cnames }) =>
    type === 'A' && status === 'nxdomain' ? (cnames.at(-1) ?? []) : [],
  );
  const domains = new Set(ends.flatMap((name) => registeredDomainOf(name) ?? []));
  domains.delete(context.target.registrableDomain);
  if (domains.size === 0) return {};
  return {
    aliasTargets: await Promise.all([...domains].map(async (domain) => context.registrations.lookup(domain, context))),
  };
}
