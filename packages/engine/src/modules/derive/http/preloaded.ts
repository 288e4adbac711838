import { listingOf } from './preload-list.ts';
import { preloadedTopLevelDomains } from './preloaded.data.ts';
import type { SiteEvidence } from './site.ts';

/** The preloaded top-level domain of a host; null where it has none. */
export function preloadedTopLevel(host: string): string | null {
  const domain = host.slice(host.lastIndexOf('.') + 1);
  return preloadedTopLevelDomains.domains.has(domain) ? domain : null;
}

/** Whether browsers use https only for a host they have never visited: by its top-level domain, or by the operator's list. */
export const isPreloaded = (host: string, { http, target }: Pick<SiteEvidence, 'http' | 'target'>): boolean =>
  preloadedTopLevel(host) !== null || listingOf(host, http, target.startedAtMs).state === 'listed';
