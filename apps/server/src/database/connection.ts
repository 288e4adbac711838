/** How any client of ours reaches the database. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };
