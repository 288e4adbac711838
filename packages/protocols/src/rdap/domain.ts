import { toASCII } from 'tr46';
import { jsonOrNull } from '../json.ts';

/** A registry's data about a registered domain. */
export interface RdapDomain {
  /** A-labels in lower case, without a final dot; null where the answer has none. */
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

/** RFC 3339, also without time or offset (then UTC): other texts that Date.parse accepts depend on the machine, or are no dates. */
const dateForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** The first domains were registered in 1985: earlier dates stand for none, as 0001-01-01 and 1970-01-01. */
const firstDomainMs = Date.UTC(1985, 0, 1);

function timeIn(text: string): number | null {
  const [, day, time = '00:00', offset = 'Z'] = dateForm.exec(text) ?? [];
  const [hours, minutes] = [offset.slice(0, 3), offset.slice(-2)];
  const ms = Date.parse(`${day}T${time}${offset.length > 1 ? `${hours}:${minutes}` : 'Z'}`);
  return ms >= firstDomainMs ? ms : null;
}

/** RFC 9083 section 4.5: the first event of an action that has a date. */
function timeOf(events: unknown, action: string): number | null {
  if (!Array.isArray(events)) return null;
  const dates = events
    .slice(0, most)
    .filter((one) => textOf(one, 'eventAction')?.toLowerCase() === action)
    .map((one) => timeIn(textOf(one, 'eventDate') ?? ''));
  return dates.find((date) => date !== null) ?? null;
}

/** The words of RFC 8056, also from the names of EPP that it maps (`clientTransferProhibited`), with or without the page of ICANN behind them. */
const statusIn = (text: string): string =>
  text
    .slice(0, 100)
    .replace(/\s+\(?https?:.*$/i, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[_\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** The name that the record is about: `ldhName`, or `unicodeName` where it stands alone (RFC 9083 section 3). */
function nameIn(record: unknown): string | null {
  const name = (textOf(record, 'ldhName') ?? textOf(record, 'unicodeName'))?.slice(0, 1_000).toLowerCase();
  return name === undefined ? null : (toASCII(name) ?? name).replace(/\.$/, '');
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
  const parsed = jsonOrNull(text);
  if (textOf(parsed, 'objectClassName') !== 'domain') return null;
  const members = new Map<string, unknown>(Object.entries(parsed ?? {}));
  const status = members.get('status');
  const statuses = Array.isArray(status)
    ? status.slice(0, most).filter((one): one is string => typeof one === 'string')
    : [];
  const [createdMs, expiresMs] = ['registration', 'expiration'].map((action) => timeOf(members.get('events'), action));
  // An end before the beginning is none.
  const isSound = typeof createdMs !== 'number' || typeof expiresMs !== 'number' || createdMs <= expiresMs;
  return {
    name: nameIn(parsed),
    statuses: statuses.map(statusIn),
    expiresMs: isSound ? (expiresMs ?? null) : null,
    createdMs: createdMs ?? null,
    registrar: registrarOf(members.get('entities')),
    isSigned: isSignedBy(members.get('secureDNS')),
  };
}
