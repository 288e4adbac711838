import { auditId } from '@perimeter/contract/audit';

const prefix = 'aud_';

/** The id on the wire of a stored audit. */
export const toAuditId = (uuid: string): string => prefix + uuid;

/** The stored id of an id from the wire; null when it cannot be one. */
export const fromAuditId = (text: string): string | null =>
  auditId.safeParse(text).success ? text.slice(prefix.length) : null;
