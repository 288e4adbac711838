import type { PublishedRegister } from '@perimeter/contract/verification';
import { sha256 } from '@perimeter/report/canonical/digest';
import type { Db } from '../repositories/schema/schema.ts';
import type { SealRow } from '../repositories/schema/seals.ts';
import { addSeal, countEntries, entriesAfter, findSeal, lastEntry } from '../repositories/seals/register.ts';
import { findKey, lockSeals } from '../repositories/seals/signing-keys.ts';

/** A sealed document before its registration. */
export interface NewSeal {
  auditId: string;
  paper: string;
  contentSha256: Buffer;
  kid: string;
  sealedAt: Date;
  body: Buffer;
}

/** The previous hash of the first entry. */
const genesis = Buffer.alloc(32);

/** An entry's hash, over the previous entry's hash and all fields of this one. */
export const entryHash = (
  seal: Pick<SealRow, 'previous_entry' | 'audit_id' | 'paper' | 'content_sha256' | 'file_sha256' | 'kid' | 'sealed_at'>,
): Buffer =>
  sha256(
    seal.previous_entry,
    `${seal.audit_id}\n${seal.paper}\n${seal.content_sha256.toString('hex')}\n${seal.file_sha256.toString('hex')}\n${seal.kid}\n${seal.sealed_at.toISOString()}\n`,
  );

/**
 * Registers a document; if one was registered meanwhile, returns that. Null if the key was replaced: the document must
 * be sealed again.
 */
export async function registerSeal(db: Db, seal: NewSeal): Promise<SealRow | null> {
  return db.transaction().execute(async (trx) => {
    await lockSeals(trx);
    const known = await findSeal(trx, seal.auditId, seal.paper);
    if (known !== undefined) return known;
    const key = await findKey(trx, seal.kid);
    if (key?.status !== 'active') return null;
    const last = await lastEntry(trx);
    const facts = {
      sequence: String(BigInt(last?.sequence ?? 0) + 1n),
      audit_id: seal.auditId,
      paper: seal.paper,
      content_sha256: seal.contentSha256,
      file_sha256: sha256(seal.body),
      kid: seal.kid,
      sealed_at: seal.sealedAt,
      previous_entry: last?.entry ?? genesis,
    };
    const row = { ...facts, entry: entryHash(facts), body: seal.body };
    await addSeal(trx, row);
    return row;
  });
}

/** Numbers of register entries whose hash does not match; empty while nothing was changed. */
export async function brokenEntries(db: Db): Promise<string[]> {
  const broken: string[] = [];
  let previous: Buffer = genesis;
  let after = '0';
  for (;;) {
    const rows = await entriesAfter(db, after, 1_000);
    for (const row of rows) {
      if (!row.previous_entry.equals(previous) || !entryHash(row).equals(row.entry)) broken.push(row.sequence);
      previous = row.entry;
      after = row.sequence;
    }
    if (rows.length < 1_000) return broken;
  }
}

const maxPublished = 1_000;

/** Hashes of the entries after one, a thousand at most: a person who keeps one can detect a later rewrite. */
export async function publishedEntries(db: Db, after: string): Promise<PublishedRegister> {
  const [size, rows] = await Promise.all([countEntries(db), entriesAfter(db, after, maxPublished)]);
  return {
    size,
    entries: rows.map(({ sequence, entry }) => ({ sequence, entry: entry.toString('hex') })),
  };
}
