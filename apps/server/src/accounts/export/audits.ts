import type { Identity } from '../../identity/identity.ts';
import { auditsOf } from '../../repositories/accounts/export.ts';
import { findReport } from '../../repositories/audits/reports.ts';
import type { AuditRow } from '../../repositories/schema/schema.ts';
import { toSummary } from '../../shown/audit-summary.ts';
import type { Held } from './parts-of-domains.ts';

/** An audit with its report in the very bytes that are served. */
export async function auditPiece({ db }: Pick<Identity, 'db'>, audit: AuditRow): Promise<Buffer> {
  const stored = await findReport(db, audit.id);
  const statedAt = audit.authority_at?.getTime() ?? null;
  const facts = JSON.stringify({ ...toSummary(audit), authorityStatedAt: statedAt });
  const opening = Buffer.from(`${facts.slice(0, -1)},"report":`);
  return Buffer.concat([opening, stored?.body ?? Buffer.from('null'), Buffer.from('}')]);
}

/** All audits; one is in memory at a time. */
export async function* auditPieces(identity: Identity, { id }: Held): AsyncGenerator<Buffer> {
  for await (const audit of auditsOf(identity.db, id)) yield auditPiece(identity, audit);
}
