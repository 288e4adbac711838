import pg from 'pg';
import type { Connection } from '../connection.ts';

/** Connects through the socket in a directory. */
export const connectionTo = (host: string): Extract<Connection, { host: string }> => ({
  host,
  user: 'app',
  database: 'postgres',
});

/** True if the server at a socket has this cluster name. */
export async function answersAs(host: string, name: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(host), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ cluster_name: string }>('show cluster_name');
    return answer.rows[0]?.cluster_name === name;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
