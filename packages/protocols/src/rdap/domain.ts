/** What a registry says of a registered domain. */
export interface RdapDomain {
  /** In lower case, without a final dot; null where the answer has none. */
  name: string | null;
  /** RFC 8056: `client transfer prohibited`, `redemption period` and others, in lower case. */
  statuses: readonly string[];
  /** When the registration ends, in milliseconds since 1970; null where the registry does not say. */
  expiresMs: number | null;
  /** When it was registered, in milliseconds since 1970; null where the registry does not say. */
  createdMs: number | null;
  /** Name of the registrar; null where the registry does not say. */
  registrar: string | null;
  /** Whether the registry has a DS for the domain (`delegationSigned`); null where it does not say. */
  isSigned: boolean | null;
}

/** Values of a list that are read. */
const most = 40;

const textOf = (value: unknown, key: string): string | null => {
  if (value === null || typeof value !== 'object') return null;
  const held: unknown = new Map<string, unknown>(Object.entries(value)).get(key);
  return typeof held === 'string' ? held : null;
};

/** RFC 9083 section 4.5: the first event of an action. */
function timeOf(events: unknown, action: string): number | null {
  if (!Array.isArray(events)) return null;
  const event = events.slice(0, most).find((one) => textOf(one, 'eventAction') === action);
  const time = Date.parse(textOf(event, 'eventDate') ?? '');
  return Number.isNaN(time) ? null : time;
}

/** RFC 7095 section 3: the text of a property of a jCard. */
function cardText(card: unknown, property: string): string | null {
  const properties: unknown = Array.isArray(card) ? card[1] : null;
  if (!Array.isArray(properties)) return null;
  const found: unknown = properties.slice(0, most).find((one) => Array.isArray(one) && one[0] === property);
  const value: unknown = Array.isArray(found) ? found[3] : null;
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
}

/** RFC 9083 section 5.1: the entity of the role `registrar`, by its name. */
function registrarOf(entities: unknown): string | null {
  if (!Array.isArray(entities)) return null;
  for (const entity of entities.slice(0, most)) {
    if (entity === null || typeof entity !== 'object') continue;
    const members = new Map<string, unknown>(Object.entries(entity));
    const roles = members.get('roles');
    if (Array.isArray(roles) && roles.slice(0, most).includes('registrar'))
      return cardText(members.get('vcardArray'), 'fn');
  }
  return null;
}

/** RFC 9083 section 5.3: `secureDNS`. */
function isSignedBy(secureDns: unknown): boolean | null {
  if (secureDns === null || typeof secureDns !== 'object' || !('delegationSigned' in secureDns)) return null;
  return typeof secureDns.delegationSigned === 'boolean' ? secureDns.delegationSigned : null;
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
    expiresMs: timeOf(members.get('events'), 'expiration'),
    createdMs: timeOf(members.get('events'), 'registration'),
    registrar: registrarOf(members.get('entities')),
    isSigned: isSignedBy(members.get('secureDNS')),
  };
}
