import { sha256Hex } from '@perimeter/report/canonical/digest';
import { auditId } from '@perimeter/contract/audit';

export const auditIdPrefix = 'aud_';

/** The public id of a stored audit. */
export const toAuditId = (uuid: string): string => auditIdPrefix + uuid;

/** The stored id for a public id; null if it cannot be one. */
export const fromAuditId = (text: string): string | null =>
  auditId.safeParse(text).success ? text.slice(auditIdPrefix.length) : null;

/** The reference of an audit in logs and traces: it does not open the report, and find-audit resolves it. */
export const auditRefOf = (auditId: string): string => sha256Hex(auditId).slice(0, 12);
