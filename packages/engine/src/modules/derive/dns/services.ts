/** Keys of `key=value` words; values in quotes may hold spaces. */
const keysIn = (parameters: string): string[] =>
  [...parameters.matchAll(/(?:^|\s)([a-z0-9-]+)(?:=(?:"(?:[^"\\]|\\.)*"|\S*))?/g)].flatMap(([, key]) => key ?? []);

/** What is wrong with an HTTPS record in presentation format (RFC 9460); null: nothing. */
export function serviceProblem(data: string): string | null {
  // RDATA that its type does not allow is printed in the unknown form (RFC 3597 section 5).
  if (data.startsWith('\\#')) return 'it cannot be parsed';
  const [, priority = '', , parameters = ''] = /^(\d+) (\S+)(?: (.*))?$/s.exec(data) ?? [];
  if (priority === '') return 'it cannot be parsed';
  const keys = keysIn(parameters);
  if (priority === '0') return keys.length === 0 ? null : 'an alias (priority 0) has parameters';
  const mandatory = /(?:^|\s)mandatory="?([a-z0-9,-]+)"?/.exec(parameters)?.[1]?.split(',') ?? [];
  // Section 8: keys that are listed must be there, and not "mandatory" itself.
  const missing = mandatory.find((key) => key === 'mandatory' || !keys.includes(key));
  if (missing !== undefined) return `mandatory names ${missing}, which is not there`;
  // Section 7.1.1: no-default-alpn needs alpn.
  if (keys.includes('no-default-alpn') && !keys.includes('alpn')) return 'no-default-alpn stands without alpn';
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  return twice === undefined ? null : `${twice} stands twice`;
}
