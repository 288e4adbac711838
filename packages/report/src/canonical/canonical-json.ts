/**
 * The canonical JSON of a value (RFC 8785): the same data always gives the same bytes, so that they can be hashed.
 * Undefined members are omitted, as by JSON.stringify. Throws TypeError for values without a JSON form.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value);
  throw new TypeError(`JSON has no ${typeof value}`);
}

// RFC 8785 section 3.2.2.3: numbers as ECMAScript writes them; NaN and the infinities are an error.
function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  return JSON.stringify(value);
}

// RFC 8785 section 3.2.2.2: ECMAScript's escapes; a lone surrogate is an error.
function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical form');
  return JSON.stringify(value);
}

// RFC 8785 section 3.2.3: members sorted by the UTF-16 code units of their names, as sort() does.
function canonicalObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('Only plain objects have a canonical form');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
