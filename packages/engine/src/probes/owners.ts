import { domainToRegister } from '@perimeter/protocols/domain/registration';
import type { Registration } from '../evidence/registration.ts';
import type { ProbeContext } from './probe.ts';

/** Foreign domains with the uses that refer to them. */
export type Referred<U> = readonly (readonly [domain: string, usedBy: readonly U[]])[];

/**
 * The one filter for references in records and documents: the foreign registrable domains of their hosts, each once in
 * the order of uses, and each use once.
 */
export function domainsOfOthers<U>(
  { target }: Pick<ProbeContext, 'target'>,
  uses: readonly U[],
  hostOf: (use: U) => string,
): Referred<U> {
  const domains = new Map<string, Map<string, U>>();
  for (const use of uses) {
    const domain = domainToRegister(hostOf(use));
    if (domain === null || domain === target.registrableDomain) continue;
    const known = domains.get(domain) ?? new Map<string, U>();
    domains.set(domain, known.set(JSON.stringify(use), use));
  }
  return [...domains].map(([domain, usedBy]) => [domain, [...usedBy.values()]]);
}

/** Looks up whether domains are registered. */
export const askOwners = async <U>(
  context: ProbeContext,
  domains: Referred<U>,
): Promise<{ registration: Registration; usedBy: U[] }[]> =>
  Promise.all(
    domains.map(async ([domain, usedBy]) => ({
      registration: await context.registrations.lookup(domain, context),
      usedBy: [...usedBy],
    })),
  );
