import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { startEmbedded } from '../database/embedded/start.ts';
import { openDatabase } from '../database/open.ts';
import { migrations } from '../migrations/index.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import { preparedDirectory } from './database.ts';

/** A kept database of an earlier commit and its secrets, made only for tests (tools/keep-database.ts). */
const keptDatabase = z.object({
  /** The last migration that was applied. */
  migration: z.string(),
  email: z.string(),
  password: z.string(),
  secret: z.string(),
  key: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type KeptDatabase = z.infer<typeof keptDatabase>;

/** Reads a kept database by its commit. */
export const readKept = (commit: string): KeptDatabase =>
  keptDatabase.parse(
    JSON.parse(gunzipSync(readFileSync(path.join(import.meta.dirname, 'kept', `${commit}.json.gz`))).toString('utf8')),
  );

/** Sets sequences to continue after the rows, as in the kept database. */
const continueSequences = sql`do $$
  declare one record;
  begin
    for one in
      select s.oid::regclass as sequence, d.refobjid::regclass as of_table, a.attname as of_column
      from pg_class s
        join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
    loop
      execute format(
        'select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)', one.sequence, one.of_column, one.of_table
      );
    end loop;
  end $$`;

async function fill(db: Kysely<Schema>, { migration, tables }: KeptDatabase): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(migration);
  if (error !== undefined) throw new Error('The schema of the kept database could not be made', { cause: error });
  await db.connection().execute(async (connection) => {
    // Rows are inserted table by table in alphabetical order, so foreign keys are not checked here.
    await sql`set session_replication_role = replica`.execute(connection);
    for (const [table, rows] of Object.entries(tables)) {
      const into = sql.table(table);
      await sql`insert into ${into} overriding system value
        select * from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`.execute(connection);
    }
    // Move the ends of audits to now; otherwise retention would delete them one day and the test would fail.
    await sql`update audits set ended_at = now(), started_at = now()`.execute(connection);
    await continueSequences.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
  });
}

/** A data directory with the embedded database as the commit left it, before migrations. */
export async function keptDirectory(kept: KeptDatabase): Promise<string> {
  const dataDir = await preparedDirectory();
  const { db, close } = await openDatabase({ kind: 'embedded', dataDir }, () => undefined);
  await fill(db, kept).finally(close);
  return dataDir;
}

/** Every row of the service's tables, in PostgreSQL's JSON form. */
async function tablesOf(client: pg.Client): Promise<Record<string, unknown>> {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  );
  const entries: [string, unknown][] = [];
  for (const { name: table } of tables.rows) {
    const read = await client.query<{ rows: unknown }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${client.escapeIdentifier(table)} t`,
    );
    entries.push([table, read.rows[0]?.rows]);
  }
  return Object.fromEntries(entries);
}

/** The content of an unused embedded database, without migrating it. */
export async function databaseRows(dataDir: string): Promise<{ migration: string; tables: Record<string, unknown> }> {
  const embedded = await startEmbedded(dataDir, () => undefined);
  const client = new pg.Client(embedded.connection);
  try {
    await client.connect();
    const last = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1');
    return { migration: last.rows[0]?.name ?? '', tables: await tablesOf(client) };
  } finally {
    await client.end();
    await embedded.stop();
  }
}
