import type { Kysely } from 'kysely';
import { fromAuditId } from '../../audit-id.ts';
import type { Schema } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { findAudit, type AuditWithElapsed } from '../../repositories/audits.ts';

/** The stored id of an id from a path. Throws audit_not_found for what cannot be one. */
export function storedId(id: string): string {
  const stored = fromAuditId(id);
  if (stored === null) throw new AppError('audit_not_found');
  return stored;
}

/** The audit of a stored id. Throws audit_not_found. */
export async function requireAudit(db: Kysely<Schema>, id: string): Promise<AuditWithElapsed> {
  const audit = await findAudit(db, id);
  if (audit === undefined) throw new AppError('audit_not_found');
  return audit;
}
