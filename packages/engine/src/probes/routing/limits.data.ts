/** Limits of the routing probe, by mode. */
export const routingCaps = {
  standard: { mailHosts: 4, addresses: 12, connections: 8, listed: 0 },
  deep: { mailHosts: 8, addresses: 32, connections: 8, listed: 8 },
} as const;

/** Most addresses outside of a CDN that receive a request for the site. */
export const mostCandidates = 4;
/** Time limit of one query to a block list or to the mapping of addresses, retries included. */
export const listMs = 2_500;
export const originMs = 1_000;
