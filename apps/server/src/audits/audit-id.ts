import { sha256Hex } from '@perimeter/report/canonical/digest';

const form = /^aud_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const auditIdPrefix = 'aud_';

/** The id on the wire of a stored audit. */
export const toAuditId = (uuid: string): string => auditIdPrefix + uuid;

/** The stored id of an id from the wire; null when it cannot be one. */
export const fromAuditId = (text: string): string | null => (form.test(text) ? text.slice(auditIdPrefix.length) : null);

/** What logs and traces call an audit: anyone who reads them cannot open its report, and an operator finds it with find-audit. */
export const auditRefOf = (auditId: string): string => sha256Hex(auditId).slice(0, 12);
