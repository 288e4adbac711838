import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import { isOwnHost, type SiteOwner } from '../../evidence/site/own.ts';
import { preloadListOf } from '../../net/preload/preload.ts';
import type { ProbeContext } from '../probe.ts';

/** The target's requested hosts, and its registrable domain. */
function ownHosts(owner: SiteOwner, exchanges: readonly HttpExchange[]): string[] {
  const asked = exchanges.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).hostname] : []));
  return [...new Set([owner.registrableDomain, ...asked.filter((host) => isOwnHost(owner, host))])].toSorted();
}

/** Starts loading the list, once per process, during the requests. */
export function readPreloadAhead({ settings }: Pick<ProbeContext, 'settings'>): void {
  if (typeof settings.preloadList === 'string') void preloadListOf(settings.preloadList);
}

/** Entries of the operator's preload list for the target's hosts; nothing is sent. */
export async function preloadOf(
  { target, settings }: Pick<ProbeContext, 'settings' | 'target'>,
  exchanges: readonly HttpExchange[],
): Promise<NonNullable<HttpEvidence['preload']>> {
  const path = settings.preloadList ?? null;
  if (path === null) return untested('preload-off');
  const list = await preloadListOf(path);
  if (!list.ok) return unseen('malformed', 'preload-unreadable', list.problem);
  const { file, date, table } = list;
  const hosts = ownHosts(target, exchanges).map((host) => ({ host, entry: table.find(host) }));
  return seen({ file, date, hosts });
}
