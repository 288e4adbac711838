import { dayMs } from '@perimeter/protocols/durations';
import { createSigner, createSigningRoot, type SigningIdentity } from '@perimeter/report/seal/certificates';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { X509Certificate } from 'node:crypto';
import type { Db, DbTransaction } from '../repositories/schema/schema.ts';
import { decryptKey, encryptKey } from './key-encryption.ts';
import type { OwnSigner } from './own-signer.ts';
import {
  activateKey,
  type ActiveKeys,
  activeKeys,
  encryptedKeys,
  endActiveKey,
  endCompromised,
  findKey,
  type KeyEnding,
  type KeyRole,
  lockSeals,
  replaceEncryption,
  type StoredKey,
} from '../repositories/seals/signing-keys.ts';

/** The current signer. */
export interface ActiveSigner {
  kid: string;
  signer: SigningIdentity;
  /** DER of its issuers, nearest first; the last one is the root. */
  chain: readonly Uint8Array[];
}

/** The keys cannot be used; the message says what an operator can do. */
export class SigningKeysError extends Error {
  override readonly name = 'SigningKeysError';
}

/** Other processes replaced the keys at every try. */
export const keysChanged = 'The signing keys changed repeatedly during the operation';

/** The first one is the current secret. */
export type Secrets = readonly [Buffer, ...Buffer[]];

const kidOf = (certificate: Uint8Array): string => sha256Hex(certificate);

/** Minimum remaining validity of a certificate: a root must outlive the signers that it issues. */
const leastLeftMs: Readonly<Record<KeyRole, number>> = { root: 731 * dayMs, signer: 365 * dayMs };

/**
 * A stored key that can still be used; null if a new one must be made. Throws SigningKeysError if it cannot be
 * decrypted.
 */
function usable(stored: StoredKey | undefined, secrets: Secrets, nowMs: number): SigningIdentity | null {
  if (stored === undefined || stored.encrypted_key === null) return null;
  const key = decryptKey(stored.encrypted_key, secrets, stored.kid);
  if (key === null) {
    throw new SigningKeysError(
      'The signing keys are encrypted with a different PERIMETER_SECRET: set that one as PERIMETER_SECRET_PREVIOUS, or create new keys with "signing-key rotate root"',
    );
  }
  const left = new X509Certificate(stored.certificate).validToDate.getTime() - nowMs;
  return left < leastLeftMs[stored.role] ? null : { certificate: stored.certificate, key };
}

const isIssuedBy = (signer: SigningIdentity, root: SigningIdentity): boolean =>
  new X509Certificate(signer.certificate).verify(new X509Certificate(root.certificate).publicKey);

/** Keys to replace the active ones. */
interface Replacement {
  /** Null: the active root stays. */
  root: SigningIdentity | null;
  signer: SigningIdentity;
}

async function makeReplacement(root: SigningIdentity | null, nowMs: number): Promise<Replacement> {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const made = root === null ? await createSigningRoot(nowSeconds) : null;
  const issuer = root ?? made;
  if (issuer === null) throw new TypeError('No signing root exists');
  return { root: made, signer: await createSigner(issuer, nowSeconds) };
}

async function store(
  trx: DbTransaction,
  role: KeyRole,
  { certificate, key }: SigningIdentity,
  secret: Buffer,
  ending: KeyEnding,
): Promise<void> {
  await endActiveKey(trx, role, ending);
  const kid = kidOf(certificate);
  const encrypted = encryptKey(key, secret, kid);
  await activateKey(trx, { kid, role, certificate: Buffer.from(certificate), encrypted_key: encrypted });
}

/** Stores new keys if the active ones are still those that they were made for; false otherwise. */
async function replace(
  db: Db,
  seen: ActiveKeys,
  { root, signer }: Replacement,
  secret: Buffer,
  ending: KeyEnding,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockSeals(trx);
    const active = await activeKeys(trx);
    if (active.root?.kid !== seen.root?.kid || active.signer?.kid !== seen.signer?.kid) return false;
    if (root !== null) await store(trx, 'root', root, secret, ending);
    await store(trx, 'signer', signer, secret, ending);
    return true;
  });
}

/** Other processes may replace keys at the same time, but not indefinitely. */
const maxRounds = 10;

/**
 * The active keys, created or renewed as needed; concurrent callers in all processes get the same ones. Keys are
 * generated in a thread without a lock, and stored atomically. Rejects with SigningKeysError.
 */
export async function openSigner(db: Db, secrets: Secrets, nowMs = Date.now()): Promise<ActiveSigner> {
  for (let round = 0; round < maxRounds; round += 1) {
    const seen = await activeKeys(db);
    const root = usable(seen.root, secrets, nowMs);
    const signer = usable(seen.signer, secrets, nowMs);
    if (root !== null && signer !== null && isIssuedBy(signer, root))
      return { kid: kidOf(signer.certificate), signer, chain: [root.certificate] };
    await replace(db, seen, await makeReplacement(root, nowMs), secrets[0], 'retired');
  }
  throw new SigningKeysError(keysChanged);
}

/** Re-encrypts keys that only a previous secret opens, so that it can be dropped. */
export async function renewEncryption(db: Db, [secret, ...before]: Secrets): Promise<void> {
  for (const { kid, encrypted_key } of await encryptedKeys(db)) {
    if (encrypted_key === null || decryptKey(encrypted_key, [secret], kid) !== null) continue;
    const key = decryptKey(encrypted_key, before, kid);
    if (key === null) continue;
    await replaceEncryption(db, kid, encryptKey(key, secret, kid));
  }
}

/** Makes a certificate the active one of its role, unless it is. Its key is stored elsewhere. */
async function adopt(trx: DbTransaction, role: KeyRole, certificate: Uint8Array): Promise<string> {
  const kid = kidOf(certificate);
  const known = await findKey(trx, kid);
  if (known?.status === 'active') return kid;
  if (known?.status === 'compromised')
    throw new SigningKeysError(`The certificate ${kid} has been declared compromised: use another one`);
  await endActiveKey(trx, role, 'retired');
  await activateKey(trx, { kid, role, certificate: Buffer.from(certificate), encrypted_key: null });
  return kid;
}

/** Activates the operator's own certificate as signer, and publishes its root. */
export async function openOwnSigner(db: Db, { certificate, key, issuers }: OwnSigner): Promise<ActiveSigner> {
  return db.transaction().execute(async (trx) => {
    await lockSeals(trx);
    await adopt(trx, 'root', issuers.at(-1) ?? issuers[0]);
    const kid = await adopt(trx, 'signer', certificate);
    return { kid, signer: { certificate, key }, chain: issuers };
  });
}

const ownInUse =
  'Reports are signed with a configured certificate: set another one in PERIMETER_SIGNING_CERTIFICATE or PERIMETER_SIGNING_PKCS12 and restart';

/**
 * Replaces the active signer, or root and signer. Reports sealed earlier stay verifiable. Rejects with SigningKeysError
 * if the operator's own certificate is active.
 */
export async function rotateKeys(
  db: Db,
  secrets: Secrets,
  { whole, ending }: { whole: boolean; ending: KeyEnding },
): Promise<string> {
  for (let round = 0; round < maxRounds; round += 1) {
    const seen = await activeKeys(db);
    if (seen.signer?.encrypted_key === null) throw new SigningKeysError(ownInUse);
    const replacement = await makeReplacement(whole ? null : usable(seen.root, secrets, Date.now()), Date.now());
    if (await replace(db, seen, replacement, secrets[0], ending)) return kidOf(replacement.signer.certificate);
  }
  throw new SigningKeysError(keysChanged);
}

/** Declares a key compromised since a time; false if there is none. Of two declared times the earlier counts. */
export async function declareCompromised(db: Db, kid: string, since: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockSeals(trx);
    const known = await findKey(trx, kid);
    if (known === undefined) return false;
    const isEarlier = known.status !== 'compromised' || known.ended_at === null || since < known.ended_at;
    if (isEarlier) await endCompromised(trx, kid, since);
    return true;
  });
}
