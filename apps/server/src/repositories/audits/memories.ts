import { rememberedKey, rememberedPorts } from '@perimeter/engine/evidence/history/schema';
import {
  type AuditMemory,
  maxSessionAgeMs,
  type SavedSession,
  savedSession,
} from '@perimeter/engine/evidence/history/memory';
import { sql, type Kysely } from 'kysely';
import { decrypt, encrypt, type Use } from '../../secrets/encryption.ts';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** The owner and the target of a memory. */
export interface MemoryScope {
  /** Null: the memory of all public audits. */
  accountId: string | null;
  registrableDomain: string;
}

/** The memory of an audit; null: none, because its account was deleted. */
export function scopeOf(audit: Pick<AuditRow, 'is_private' | 'account_id' | 'registrable_domain'>): MemoryScope | null {
  const { is_private: isPrivate, account_id: accountId, registrable_domain: registrableDomain } = audit;
  if (!isPrivate) return { accountId: null, registrableDomain };
  return accountId === null ? null : { accountId, registrableDomain };
}

const useOf = ({ accountId, registrableDomain }: MemoryScope): Use => ({
  purpose: 'perimeter remembered sessions',
  subject: `${accountId ?? 'public'} ${registrableDomain}`,
});

/** Sessions that cannot be decrypted or have another format are dropped. */
function sessionsIn(encrypted: Buffer | null, secrets: readonly Buffer[], scope: MemoryScope): SavedSession[] {
  const plain = encrypted === null ? null : decrypt(encrypted, secrets, useOf(scope));
  if (plain === null) return [];
  const read = savedSession.array().safeParse(JSON.parse(plain.toString('utf8')));
  return read.success ? read.data : [];
}

/** The memory of earlier audits; null: none. */
export async function findMemory(
  db: Kysely<Schema>,
  scope: MemoryScope,
  secrets: readonly Buffer[],
): Promise<AuditMemory | null> {
  const row = await db
    .selectFrom('audit_memories')
    .selectAll()
    .where('account_id', 'is not distinct from', scope.accountId)
    .where('registrable_domain', '=', scope.registrableDomain)
    .executeTakeFirst();
  if (row === undefined) return null;
  const keys = rememberedKey.array().safeParse(row.keys);
  const sessions = sessionsIn(row.encrypted_sessions, secrets, scope);
  const ports = rememberedPorts.array().safeParse(row.ports);
  return {
    sinceMs: row.since.getTime(),
    keys: keys.success ? keys.data : [],
    sessions,
    ports: ports.success ? ports.data : [],
  };
}

function sessionColumns(sessions: readonly SavedSession[], secret: Buffer, scope: MemoryScope) {
  if (sessions.length === 0) return { encrypted_sessions: null, sessions_until: null };
  const youngestMs = Math.max(...sessions.map(({ receivedAtMs }) => receivedAtMs));
  return {
    encrypted_sessions: encrypt(Buffer.from(JSON.stringify(sessions)), secret, useOf(scope)),
    sessions_until: new Date(youngestMs + maxSessionAgeMs),
  };
}

/** Replaces a memory; without a secret the stored sessions stay unchanged. */
export async function keepMemory(
  db: Kysely<Schema>,
  scope: MemoryScope,
  { sinceMs, keys, sessions, ports = [] }: AuditMemory,
  secrets: readonly Buffer[],
): Promise<void> {
  const [secret] = secrets;
  const kept = {
    since: new Date(sinceMs),
    keys: JSON.stringify(keys),
    ports: JSON.stringify(ports),
    ...(secret === undefined ? {} : sessionColumns(sessions, secret, scope)),
  };
  await db
    .insertInto('audit_memories')
    .values({
      account_id: scope.accountId,
      registrable_domain: scope.registrableDomain,
      encrypted_sessions: null,
      sessions_until: null,
      ...kept,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'registrable_domain']).doUpdateSet({ ...kept, updated_at: sql`now()` }),
    )
    .execute();
}
