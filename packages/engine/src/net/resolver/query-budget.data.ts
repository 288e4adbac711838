/** Most queries that an audit sends to its resolvers, retries included, by mode. */
export const mostQueries = { standard: 1_200, deep: 4_000 } as const;

/**
 * New questions by caller, so that a used-up share does not starve another. `names` looks for names below the domain;
 * `records` looks up where they lead, which comes last; `site` is for the zone, its pages and all others.
 */
export const questionShares = {
  standard: { dns: 40, dnssec: 60, mail: 240, names: 310, records: 80, site: 100, certificates: 30, routing: 30 },
  deep: { dns: 60, dnssec: 120, mail: 460, names: 1_500, records: 420, site: 160, certificates: 60, routing: 60 },
} as const;

/** Callers that share a limit. */
export type QuestionShare = keyof (typeof questionShares)['standard'];
