import { createSigner, createSigningRoot, type SigningIdentity } from '@perimeter/report/seal/certificates';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createHash, X509Certificate } from 'node:crypto';
import type { Schema } from '../database/schema.ts';
import { decryptKey, encryptKey } from './key-encryption.ts';
import type { OwnSigner } from './own-signer.ts';

/** Who seals now. */
export interface ActiveSigner {
  kid: string;
  signer: SigningIdentity;
  /** DER of its issuers, nearest first; the last one is the root. */
  chain: readonly Uint8Array[];
}

/** One lock for whoever makes, replaces or uses keys for the register. */
export const sealLock = sql`select pg_advisory_xact_lock(hashtext('perimeter.seals'))`;

const kidOf = (certificate: Uint8Array): string => createHash('sha256').update(certificate).digest('hex');

async function store(
  trx: Transaction<Schema>,
  role: 'root' | 'signer',
  { certificate, key }: SigningIdentity,
  secret: Buffer,
): Promise<string> {
  const kid = kidOf(certificate);
  await trx
    .insertInto('signing_keys')
    .values({ kid, role, certificate: Buffer.from(certificate), encrypted_key: encryptKey(key, secret, kid) })
    .execute();
  return kid;
}

async function activeKey(
  trx: Transaction<Schema>,
  role: 'root' | 'signer',
  secrets: readonly Buffer[],
): Promise<(SigningIdentity & { kid: string }) | null> {
  const row = await trx
    .selectFrom('signing_keys')
    .selectAll()
    .where('role', '=', role)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.encrypted_key === null) {
    // Of a certificate of the operator's, which is no longer set.
    await replace(trx, role, 'retired');
    return null;
  }
  const key = decryptKey(row.encrypted_key, secrets, row.kid);
  if (key === null) throw new Error('The signing keys were encrypted under another PERIMETER_SECRET');
  return { kid: row.kid, certificate: row.certificate, key };
}

async function replace(trx: Transaction<Schema>, role: 'root' | 'signer', status: 'retired' | 'compromised') {
  await trx
    .updateTable('signing_keys')
    .set({ status, ended_at: new Date() })
    .where('role', '=', role)
    .where('status', '=', 'active')
    .execute();
}

/** The active keys, made where there are none; the first secret is the one that new keys are encrypted under. */
export async function openSigner(db: Kysely<Schema>, secrets: readonly [Buffer, ...Buffer[]]): Promise<ActiveSigner> {
  return db.transaction().execute(async (trx) => {
    await sealLock.execute(trx);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    let root: SigningIdentity | null = await activeKey(trx, 'root', secrets);
    if (root === null) {
      root = createSigningRoot(nowSeconds);
      await store(trx, 'root', root, secrets[0]);
    }
    const known = await activeKey(trx, 'signer', secrets);
    if (known !== null) return { kid: known.kid, signer: known, chain: [root.certificate] };
    const signer = createSigner(root, nowSeconds);
    return { kid: await store(trx, 'signer', signer, secrets[0]), signer, chain: [root.certificate] };
  });
}

/** Puts a certificate in the place of the active one, if it is not that. Its key is kept elsewhere. */
async function adopt(trx: Transaction<Schema>, role: 'root' | 'signer', certificate: Uint8Array): Promise<string> {
  const kid = kidOf(certificate);
  const known = await trx.selectFrom('signing_keys').select('status').where('kid', '=', kid).executeTakeFirst();
  if (known?.status === 'active') return kid;
  if (known?.status === 'compromised') throw new Error(`The signing certificate ${kid} was declared compromised`);
  await replace(trx, role, 'retired');
  await trx
    .insertInto('signing_keys')
    .values({ kid, role, certificate: Buffer.from(certificate), encrypted_key: null })
    .onConflict((conflict) =>
      conflict.column('kid').doUpdateSet({ status: 'active', ended_at: sql<Date>`null`, encrypted_key: null }),
    )
    .execute();
  return kid;
}

/** The operator's own certificate as the active signer, and its root among those that are published. */
export async function openOwnSigner(
  db: Kysely<Schema>,
  { certificate, key, issuers }: OwnSigner,
): Promise<ActiveSigner> {
  return db.transaction().execute(async (trx) => {
    await sealLock.execute(trx);
    await adopt(trx, 'root', issuers.at(-1) ?? issuers[0]);
    const kid = await adopt(trx, 'signer', certificate);
    return { kid, signer: { certificate, key }, chain: issuers };
  });
}

/** Puts another signer in the place of the active one, under the same root. Reports sealed before stay verifiable. */
export async function rotateSigner(
  db: Kysely<Schema>,
  secrets: readonly [Buffer, ...Buffer[]],
  reason: 'retired' | 'compromised',
): Promise<ActiveSigner> {
  await openSigner(db, secrets);
  await db.transaction().execute(async (trx) => {
    await sealLock.execute(trx);
    await replace(trx, 'signer', reason);
  });
  return openSigner(db, secrets);
}

/** One key as it is published. */
export interface PublishedKey {
  kid: string;
  role: 'root' | 'signer';
  status: 'active' | 'retired' | 'compromised';
  notBefore: string;
  notAfter: string;
  endedAt: string | null;
  certificate: string;
}

/** Every key that ever sealed, newest first. */
export async function publishedKeys(db: Kysely<Schema>): Promise<PublishedKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'role', 'status', 'certificate', 'ended_at'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ kid, role, status, certificate, ended_at }) => {
    const x509 = new X509Certificate(certificate);
    return {
      kid,
      role,
      status,
      notBefore: x509.validFromDate.toISOString(),
      notAfter: x509.validToDate.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
      certificate: x509.toString(),
    };
  });
}

/** The roots that seals are verified against. */
export async function trustedRoots(db: Kysely<Schema>): Promise<X509Certificate[]> {
  const rows = await db.selectFrom('signing_keys').select('certificate').where('role', '=', 'root').execute();
  return rows.map(({ certificate }) => new X509Certificate(certificate));
}
