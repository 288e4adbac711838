import type { createKeyBody, Grace, NewApiKey, rotateKeyBody } from '@perimeter/contract/account/key';
import type { z } from 'zod';
import { issueKey } from '../credentials/api-key.ts';
import { fromKeyId, toKeyId } from '../credentials/key-id.ts';
import { AppError } from '../http/errors.ts';
import type { Identity } from '../identity/identity.ts';
import { insertKey, mostKeys, revokeKey, rotateKey } from '../repositories/accounts/api-keys.ts';
import { toKey } from '../shown/key.ts';
import { accountOf, personOf, requireConfirmed } from './caller.ts';
import { note } from './note.ts';
import { checkFactor } from './proof/check-factor.ts';

type Caller = Parameters<typeof checkFactor>[3];
/** Works in the transaction that also keeps the line of the request in the log of the team. */
type InLine = <T>(work: (trx: Parameters<typeof insertKey>[0]) => Promise<T>) => Promise<T>;

const hourMs = 60 * 60 * 1_000;
const graceMs: Record<Grace, number> = { '0': 0, '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs };

function storedId(id: string): string {
  const stored = fromKeyId(id);
  if (stored === null) throw new AppError('key_not_found');
  return stored;
}

function futureDate(expiresAt: number | undefined, nowMs: number): Date | null {
  if (expiresAt === undefined) return null;
  const date = new Date(expiresAt);
  if (expiresAt > nowMs && !Number.isNaN(date.getTime()) && date.getUTCFullYear() < 10_000) return date;
  throw new AppError('invalid_request', { errors: [{ pointer: '/expiresAt', message: 'Must be in the future' }] });
}

/** Makes a key of the caller's team. Throws email_unconfirmed, too_many_keys, invalid_request, or as checkFactor does. */
export async function makeTeamKey(
  identity: Identity,
  caller: Caller,
  { name, scopes, expiresAt, ...shown }: z.infer<typeof createKeyBody>,
  inLine: InLine,
): Promise<NewApiKey> {
  requireConfirmed(caller.principal);
  const { accountId } = accountOf(caller.principal);
  await checkFactor(identity, personOf(caller.principal), shown, caller);
  const now = identity.nowMs();
  const { key, stored } = issueKey(identity.secret);
  const life = { expiresAt: futureDate(expiresAt, now), now: new Date(now) };
  const row = await inLine(async (trx) => {
    const made = await insertKey(trx, { ...stored, accountId, name, scopes: [...new Set(scopes)], ...life });
    if (made !== undefined) return made;
    throw new AppError('too_many_keys', { detail: `An account has at most ${mostKeys}` });
  });
  caller.log.info({ accountId, keyId: toKeyId(row.id) }, 'API key created');
  await note(identity, caller, personOf(caller.principal), ['key_created', name]);
  return { key, apiKey: toKey(row, now) };
}

/** Puts a new key in the place of one, which stays valid for its grace. Throws key_not_found, or as checkFactor does. */
export async function replaceTeamKey(
  identity: Identity,
  caller: Caller,
  { id, grace, ...shown }: z.infer<typeof rotateKeyBody> & { id: string },
  inLine: InLine,
): Promise<NewApiKey> {
  const { accountId } = accountOf(caller.principal);
  await checkFactor(identity, personOf(caller.principal), shown, caller);
  const now = identity.nowMs();
  const { key, stored } = issueKey(identity.secret);
  const oldId = storedId(id);
  const row = await inLine(async (trx) => {
    const asked = { accountId, oldId, fresh: stored, graceMs: graceMs[grace], now: new Date(now) };
    const made = await rotateKey(trx, asked);
    if (made === undefined) throw new AppError('key_not_found');
    return made;
  });
  identity.authenticator.forget(accountId);
  caller.log.info({ accountId, keyId: toKeyId(oldId), newKeyId: toKeyId(row.id) }, 'API key rotated');
  await note(identity, caller, personOf(caller.principal), ['key_rotated', row.name]);
  return { key, apiKey: toKey(row, now) };
}

/** Ends a key of the caller's team. Throws key_not_found. */
export async function endTeamKey(identity: Identity, caller: Caller, id: string, inLine: InLine): Promise<void> {
  const { accountId } = accountOf(caller.principal);
  const stored = storedId(id);
  await inLine(async (trx) => {
    if (!(await revokeKey(trx, accountId, stored, new Date(identity.nowMs())))) throw new AppError('key_not_found');
  });
  identity.authenticator.forget(accountId);
  caller.log.info({ accountId, keyId: toKeyId(stored) }, 'API key revoked');
  await note(identity, caller, personOf(caller.principal), ['key_revoked', id]);
}
