import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SealRow } from '../schema/seals.ts';

/** A register entry without its document. */
export type SealEntry = Omit<SealRow, 'body'>;

const entryColumns = [
  'sequence',
  'audit_id',
  'paper',
  'content_sha256',
  'file_sha256',
  'kid',
  'sealed_at',
  'previous_entry',
  'entry',
] as const;

/** The sealed document of an audit in a paper size, if registered. */
export const findSeal = async (db: Kysely<Schema>, auditId: string, paper: string): Promise<SealRow | undefined> =>
  db.selectFrom('seals').selectAll().where('audit_id', '=', auditId).where('paper', '=', paper).executeTakeFirst();

/** The register entry of a file's SHA-256, if registered. */
export const findSealOfFile = async (
  db: Kysely<Schema>,
  fileSha256: Buffer,
): Promise<Pick<SealRow, 'sequence' | 'entry' | 'sealed_at'> | undefined> =>
  db
    .selectFrom('seals')
    .select(['sequence', 'entry', 'sealed_at'])
    .where('file_sha256', '=', fileSha256)
    .executeTakeFirst();

/** The newest entry; hold the seals' lock to append to it. */
export const lastEntry = async (db: Kysely<Schema>): Promise<Pick<SealRow, 'sequence' | 'entry'> | undefined> =>
  db.selectFrom('seals').select(['sequence', 'entry']).orderBy('sequence', 'desc').limit(1).executeTakeFirst();

/** Appends an entry with its document. */
export async function addSeal(trx: Transaction<Schema>, seal: SealEntry & { body: Buffer }): Promise<void> {
  await trx.insertInto('seals').values(seal).execute();
}

/** The entries after one, in order, up to a limit. */
export const entriesAfter = async (db: Kysely<Schema>, after: string, atMost: number): Promise<SealEntry[]> =>
  db.selectFrom('seals').select(entryColumns).where('sequence', '>', after).orderBy('sequence').limit(atMost).execute();

/** The number of entries. */
export async function countEntries(db: Kysely<Schema>): Promise<string> {
  const { size } = await db
    .selectFrom('seals')
    .select(({ fn }) => fn.countAll<string>().as('size'))
    .executeTakeFirstOrThrow();
  return String(size);
}

/** Numbers of entries whose stored document differs from the registered one. */
export async function replacedDocuments(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('seals')
    .select('sequence')
    .where('body', 'is not', null)
    .where(sql<boolean>`sha256(body) <> file_sha256`)
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence }) => sequence);
}
