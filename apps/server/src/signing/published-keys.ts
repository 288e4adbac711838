import { type PublishedKey, publishedKeys as schema } from '@perimeter/contract/verification';
import { X509Certificate } from 'node:crypto';
import type { Db } from '../repositories/schema/schema.ts';
import { allKeys } from '../repositories/seals/signing-keys.ts';

/** Every key that was ever used for sealing, newest first. */
export async function publishedKeys(db: Db): Promise<PublishedKey[]> {
  const keys = (await allKeys(db)).map(({ kid, role, status, certificate, ended_at }) => {
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

/** The roots that verification trusts. */
export async function trustedRoots(db: Db): Promise<X509Certificate[]> {
  const keys = await allKeys(db);
  return keys.filter(({ role }) => role === 'root').map(({ certificate }) => new X509Certificate(certificate));
}

/** Since when keys are compromised, in epoch milliseconds, by the SHA-256 of their certificates. */
export async function compromisedKeys(db: Db): Promise<ReadonlyMap<string, number>> {
  const compromised = (await allKeys(db)).filter(({ status }) => status === 'compromised');
  return new Map(compromised.map(({ kid, ended_at }) => [kid, ended_at?.getTime() ?? 0]));
}
