import { codeHosts } from '@perimeter/protocols/http/csp/code-hosts';
import { documentPolicies, enforcedPolicies, type PlacedPolicy } from '@perimeter/protocols/http/csp/document-policies';
import { readSources } from '@perimeter/protocols/http/csp/sources';
import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';

/** Hosts that the policies of a document name, wildcards as they stand there; code: those whose code the enforced ones let in. */
export function policyHosts(
  headers: HeaderLines,
  metaPolicies: readonly PlacedPolicy[],
  which: 'all' | 'code' = 'all',
): string[] {
  const policies = documentPolicies(headers, metaPolicies);
  if (which === 'code') return codeHosts(enforcedPolicies(policies));
  const hosts = policies.flatMap(({ directives }) =>
    [...directives.values()].flatMap(readSources).flatMap((source) => (source.kind === 'host' ? [source.host] : [])),
  );
  return [...new Set(hosts)];
}
