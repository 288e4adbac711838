/** How a PostgreSQL client connects. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };
