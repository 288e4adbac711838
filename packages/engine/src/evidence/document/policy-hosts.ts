import { documentPolicies, type PlacedPolicy } from '@perimeter/protocols/http/csp/document-policies';
import { readSources } from '@perimeter/protocols/http/csp/sources';
import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';

/** Directives that let code into the page, or styles and frames. */
const codeDirectives: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'worker-src',
  'child-src',
  'frame-src',
  'object-src',
  'style-src',
  'style-src-elem',
]);

/** Hosts that the policies of a document name, wildcards as they stand there; code: those whose code an enforced one lets in. */
export function policyHosts(
  headers: HeaderLines,
  metaPolicies: readonly PlacedPolicy[],
  which: 'all' | 'code' = 'all',
): string[] {
  const policies = documentPolicies(headers, metaPolicies);
  const counted = which === 'all' ? policies : policies.filter(({ delivery }) => delivery !== 'report-only');
  const hosts = counted.flatMap(({ directives }) =>
    [...directives]
      .filter(([name]) => which === 'all' || codeDirectives.has(name))
      .flatMap(([, values]) => readSources(values))
      .flatMap((source) => (source.kind === 'host' ? [source.host] : [])),
  );
  return [...new Set(hosts)];
}
