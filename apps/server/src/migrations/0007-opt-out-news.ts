import { sql, type Kysely } from 'kysely';

const announce = sql`
  create function opt_outs_announce() returns trigger language plpgsql as $$
  begin
    perform pg_notify('opt_outs_changed', '');
    return null;
  end $$`;

const trigger = sql`
  create trigger opt_outs_announce after insert or update or delete or truncate on opt_outs
  for each statement execute function opt_outs_announce()`;

/** Notifies processes that run audits of opt-outs and their removal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announce.execute(db);
  await trigger.execute(db);
}
