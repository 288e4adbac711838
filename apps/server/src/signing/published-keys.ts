import { type PublishedKey, publishedKeys as schema } from '@perimeter/contract/verification';
import type { Kysely } from 'kysely';
import { X509Certificate } from 'node:crypto';
import type { Schema } from '../repositories/schema/schema.ts';

/** Every key that ever sealed, newest first. */
export async function publishedKeys(db: Kysely<Schema>): Promise<PublishedKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'role', 'status', 'certificate', 'ended_at'])
    .orderBy('created_at', 'desc')
    .orderBy('role')
    .execute();
  const keys = rows.map(({ kid, role, status, certificate, ended_at }) => {
    const x509 = new X509Certificate(certificate);
    const endedAt = ended_at?.toISOString() ?? null;
    return {
      kid,
      role,
      status,
      subject: x509.subject.replaceAll('\n', ', '),
      notBefore: x509.validFromDate.toISOString(),
      notAfter: x509.validToDate.toISOString(),
      endedAt,
      revokedAt: status === 'compromised' ? endedAt : null,
      certificate: x509.toString(),
    };
  });
  return schema.shape.keys.parse(keys);
}

/** The roots that seals are verified against. */
export async function trustedRoots(db: Kysely<Schema>): Promise<X509Certificate[]> {
  const rows = await db.selectFrom('signing_keys').select('certificate').where('role', '=', 'root').execute();
  return rows.map(({ certificate }) => new X509Certificate(certificate));
}

/** Since when keys are compromised, in epoch milliseconds, by SHA-256 of their certificates. */
export async function compromisedKeys(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'ended_at'])
    .where('status', '=', 'compromised')
    .execute();
  return new Map(rows.map(({ kid, ended_at }) => [kid, ended_at?.getTime() ?? 0]));
}
