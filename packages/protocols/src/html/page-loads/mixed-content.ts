import type { PageResource } from '../document/facts.ts';

/** What a browser does with a cleartext resource of a secure page (Mixed Content sections 3 and 4). */
export type MixedClass = 'blockable' | 'upgradable';

/** Hosts that never leave the machine (Secure Contexts section 3.1). */
const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Images, audio and video are requested over https instead; images with several sources, and everything else, are blocked. */
function classOf({ kind, imageSet, as }: PageResource): MixedClass {
  if (kind === 'image') return imageSet ? 'blockable' : 'upgradable';
  if (kind === 'media') return as === 'track' ? 'blockable' : 'upgradable';
  const isPicture = kind === 'preload' && !imageSet && (as === 'image' || as === 'audio' || as === 'video');
  return isPicture ? 'upgradable' : 'blockable';
}

/** The class of a resource as mixed content of a page; null where it is none: one of the two has no web address, or both are equally safe. */
export function mixedClassOf(resource: PageResource, pageUrl: string): MixedClass | null {
  const [loaded, page] = [new URL(resource.url), new URL(pageUrl)];
  if (page.protocol !== 'https:' || !/^(?:http|ws|ftp):$/.test(loaded.protocol) || isLocal(loaded.hostname))
    return null;
  return classOf(resource);
}

/** Whether a form of a page, or the page itself, sends what is typed in the clear. */
export const sendsInClear = (action: string): boolean => {
  const url = new URL(action);
  return url.protocol === 'http:' && !isLocal(url.hostname);
};
