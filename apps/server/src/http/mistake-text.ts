const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

const units: Readonly<Record<string, [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function limitText(bound: 'at least' | 'at most', limit: unknown, origin: unknown): string {
  const unit = units[String(origin)]?.[limit === 1 ? 0 : 1];
  return `Use ${bound} ${String(limit)}${unit === undefined ? '' : ` ${unit}`}`;
}

/** A validation issue as one instruction to the caller; other issues keep their own message. */
export function mistakeText(keyword: string, params: unknown, message = 'Invalid value'): string {
  const of = (key: string): unknown =>
    typeof params === 'object' && params !== null ? Reflect.get(params, key) : undefined;
  if (keyword === 'invalid_type') {
    if (message.endsWith('received undefined')) return 'Required';
    return `Use ${nouns[String(of('expected'))] ?? String(of('expected'))}`;
  }
  // A value needs at least one character, so an empty one is reported as missing.
  if (keyword === 'too_small')
    return of('minimum') === 1 && of('origin') === 'string'
      ? 'Required'
      : limitText('at least', of('minimum'), of('origin'));
  if (keyword === 'too_big') return limitText('at most', of('maximum'), of('origin'));
  const values: unknown = of('values');
  if (keyword === 'invalid_value' && Array.isArray(values))
    return `Use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String))}`;
  return message;
}
