/** What a probe of routing asks for at most, by mode. */
export const routingCaps = {
  standard: { mailHosts: 4, addresses: 12, connections: 8, listed: 0 },
  deep: { mailHosts: 8, addresses: 32, connections: 8, listed: 8 },
} as const;

/** Addresses outside of a CDN that are asked for the site. */
export const mostCandidates = 4;
/** For one question to a block list or to the mapping of addresses, with its tries. */
export const listMs = 2_500;
export const originMs = 1_000;
