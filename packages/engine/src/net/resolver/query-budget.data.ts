/** Queries that an audit may send to its resolvers in all, retries included, by mode. */
export const mostQueries = { standard: 1_200, deep: 4_000 } as const;
