import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { siteOfHost } from '@perimeter/protocols/domain/name';
import { webHostOf } from '../../../evidence/page/uses.ts';
import type { PageContent } from '../../derive/subjects/page.ts';

/** The host of an http or https reference; null for others. */
export const hostOf = ({ url }: Pick<PageResource, 'url'>): string | null => webHostOf(url);

/** True for a reference to another site. */
export function isForeign(resource: PageResource, { document }: PageContent): boolean {
  const host = hostOf(resource);
  return host !== null && siteOfHost(host) !== siteOfHost(document.url.hostname);
}

/** References by their host, in the order of the page. */
export function byHost(resources: readonly PageResource[]): [host: string, resources: PageResource[]][] {
  const hosts = new Map<string, PageResource[]>();
  for (const resource of resources) {
    const host = hostOf(resource);
    if (host !== null) hosts.set(host, [...(hosts.get(host) ?? []), resource]);
  }
  return [...hosts];
}
