import { preloadedTopLevelDomains } from './preloaded.data.ts';

/** Whether browsers ask a host over https alone because its whole top-level domain is preloaded. */
export const isPreloadedTopLevel = (host: string): boolean =>
  preloadedTopLevelDomains.domains.has(host.slice(host.lastIndexOf('.') + 1));
