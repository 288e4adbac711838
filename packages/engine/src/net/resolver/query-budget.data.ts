/** Queries that an audit may send to its resolvers in all, retries included, by mode. */
export const mostQueries = { standard: 1_200, deep: 4_000 } as const;

/** Questions that no probe before it asked, by who asks: one that uses up its share does not starve another. */
export const questionShares = {
  standard: { dns: 40, dnssec: 60, mail: 240, names: 160, certificates: 30, routing: 30 },
  deep: { dns: 60, dnssec: 120, mail: 460, names: 1_240, certificates: 60, routing: 60 },
} as const;

/** Who shares questions with whom. */
export type QuestionShare = keyof (typeof questionShares)['standard'];
