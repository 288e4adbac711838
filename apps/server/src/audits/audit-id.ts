const form = /^aud_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const prefix = 'aud_';

/** The id on the wire of a stored audit. */
export const toAuditId = (uuid: string): string => prefix + uuid;

/** The stored id of an id from the wire; null when it cannot be one. */
export const fromAuditId = (text: string): string | null => (form.test(text) ? text.slice(prefix.length) : null);
