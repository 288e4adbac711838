/** What a registry says of a registered domain. */
export interface RdapDomain {
  /** In lower case, without a final dot; null where the answer has none. */
  name: string | null;
  /** RFC 8056: `client transfer prohibited`, `redemption period` and others, in lower case. */
  statuses: readonly string[];
  /** When the registration ends, in milliseconds since 1970; null where the registry does not say. */
  expiresMs: number | null;
}

/** Values of a list that are read. */
const most = 40;

const textOf = (value: unknown, key: string): string | null => {
  if (value === null || typeof value !== 'object') return null;
  const held: unknown = new Map<string, unknown>(Object.entries(value)).get(key);
  return typeof held === 'string' ? held : null;
};

/** RFC 9083 section 4.5: an event of the action `expiration`. */
function expiryOf(events: unknown): number | null {
  if (!Array.isArray(events)) return null;
  const expiration = events.slice(0, most).find((event) => textOf(event, 'eventAction') === 'expiration');
  const time = Date.parse(textOf(expiration, 'eventDate') ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Reads the answer of a registry about a domain (RFC 9083 section 5.3); null where it is none. */
export function parseRdapDomain(text: string): RdapDomain | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (textOf(parsed, 'objectClassName') !== 'domain') return null;
  const members = new Map<string, unknown>(Object.entries(parsed ?? {}));
  const status = members.get('status');
  const statuses = Array.isArray(status)
    ? status.slice(0, most).filter((one): one is string => typeof one === 'string')
    : [];
  const name = textOf(parsed, 'ldhName');
  return {
    name: name === null ? null : name.toLowerCase().replace(/\.$/, ''),
    statuses: statuses.map((one) => one.toLowerCase().slice(0, 100)),
    expiresMs: expiryOf(members.get('events')),
  };
}
