import { isInDomain } from '../../domain/below.ts';
import { siteOfHost } from '../../domain/name.ts';
import type { PageResource } from '../document/facts.ts';
import { type IntegrityProblem, parseIntegrity } from './integrity.ts';
import { changingHosts } from './changing-hosts.data.ts';

/** How a script or a style of a page is guarded against a change at its host. */
export type Guard =
  /** It comes from the page's own site, or is no script or style. */
  | { state: 'own-site' }
  | { state: 'guarded' }
  | { state: 'missing' }
  /** The vendor changes the file at any time, so that no hash would stay valid. */
  | { state: 'impossible'; vendor: string }
  /** The attribute exists but protects nothing. */
  | { state: 'void'; problems: readonly IntegrityProblem[] }
  /** Without crossorigin a browser does not load a file of another origin that has a hash. */
  | { state: 'needs-crossorigin' };

const vendorOf = (host: string): string | undefined => changingHosts.find(([name]) => isInDomain(host, name))?.[1];

/** How a resource is guarded. Only other sites can change a file without the owner of the page. */
export function guardOf({ kind, url, as, integrity, crossorigin }: PageResource, pageUrl: string): Guard {
  const [loaded, page] = [new URL(url), new URL(pageUrl)];
  if ((kind !== 'script' && kind !== 'style') || !/^https?:$/.test(loaded.protocol)) return { state: 'own-site' };
  // The address of a folder of modules cannot have a hash.
  if (as === 'prefix') return { state: 'own-site' };
  const isOwnSite = siteOfHost(loaded.hostname) === siteOfHost(page.hostname);
  const vendor = vendorOf(loaded.hostname);
  if (integrity === null || integrity.trim() === '') {
    if (isOwnSite) return { state: 'own-site' };
    return vendor === undefined ? { state: 'missing' } : { state: 'impossible', vendor };
  }
  const { hashes, problems } = parseIntegrity(integrity);
  if (hashes.length === 0) return { state: 'void', problems };
  return loaded.origin !== page.origin && crossorigin === null ? { state: 'needs-crossorigin' } : { state: 'guarded' };
}
