import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/schema.ts';

type NameQuery = (teamId: string, id: string) => RawBuilder<{ name: string }>;

/** What people call the things of a team whose ids stand in its log, by the prefix of the ids. */
const names: Readonly<Record<string, NameQuery>> = {
  aud: (teamId, id) => sql`select domain as name from audits where id = ${id} and account_id = ${teamId}`,
  key: (teamId, id) => sql`select name from api_keys where id = ${id} and account_id = ${teamId}`,
  wvr: (teamId, id) =>
    sql`select concat_ws(' ', coalesce(check_id, fingerprint), 'of', coalesce(host, domain)) as name
      from waivers where id = ${id} and account_id = ${teamId}`,
  batch: (teamId, id) =>
    sql`select domain || case when total > 1 then ' and ' || total - 1 || ' more' else '' end as name
      from batches join batch_items on batch_id = batches.id
      where batches.id = ${id} and account_id = ${teamId} order by position limit 1`,
};

const form = /^([a-z]+)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/u;

/** The name that something of a team has now; empty where it is called by its id alone, or is named already. */
export async function nameOfTarget(db: Kysely<Schema>, teamId: string, target: string): Promise<string> {
  const [, prefix = '', id = ''] = form.exec(target) ?? [];
  const found = await names[prefix]?.(teamId, id).execute(db);
  return found?.rows[0]?.name ?? '';
}
