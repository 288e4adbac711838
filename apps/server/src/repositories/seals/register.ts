import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SealRow } from '../schema/seals.ts';

/** An entry of the register without its document. */
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

/** The sealed document of an audit on a size of paper, if it was registered. */
export const findSeal = async (db: Kysely<Schema>, auditId: string, paper: string): Promise<SealRow | undefined> =>
  db.selectFrom('seals').selectAll().where('audit_id', '=', auditId).where('paper', '=', paper).executeTakeFirst();

/** The entry of a file by its SHA-256, if it was registered. */
export const findSealOfFile = async (
  db: Kysely<Schema>,
  fileSha256: Buffer,
): Promise<Pick<SealRow, 'sequence' | 'entry' | 'sealed_at'> | undefined> =>
  db
    .selectFrom('seals')
    .select(['sequence', 'entry', 'sealed_at'])
    .where('file_sha256', '=', fileSha256)
    .executeTakeFirst();

/** The newest entry; to add one behind it, hold the lock of the seals. */
export const lastEntry = async (db: Kysely<Schema>): Promise<Pick<SealRow, 'sequence' | 'entry'> | undefined> =>
  db.selectFrom('seals').select(['sequence', 'entry']).orderBy('sequence', 'desc').limit(1).executeTakeFirst();

/** Adds an entry with its document. */
export async function addSeal(trx: Transaction<Schema>, seal: SealEntry & { body: Buffer }): Promise<void> {
  await trx.insertInto('seals').values(seal).execute();
}

/** The entries after one, in order, up to a limit. */
export const entriesAfter = async (db: Kysely<Schema>, after: string, atMost: number): Promise<SealEntry[]> =>
  db.selectFrom('seals').select(entryColumns).where('sequence', '>', after).orderBy('sequence').limit(atMost).execute();

/** How many entries there are. */
export async function countEntries(db: Kysely<Schema>): Promise<string> {
  const { size } = await db
    .selectFrom('seals')
    .select(({ fn }) => fn.countAll<string>().as('size'))
    .executeTakeFirstOrThrow();
  return String(size);
}

/** Entry numbers of documents that are kept and are not those that were registered. */
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
