import { decodeName } from '@perimeter/protocols/dns/name';
import { readServiceMode } from '@perimeter/protocols/dns/service-mode';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** Keys of `key=value` words; values in quotes may hold spaces. */
const keysIn = (parameters: string): string[] =>
  [...parameters.matchAll(/(?:^|\s)([a-z0-9-]+)(?:=(?:"(?:[^"\\]|\\.)*"|\S*))?/g)].flatMap(([, key]) => key ?? []);

/** True for an AliasMode record in the unknown form (RFC 3597 section 5) with a target: its parameters are ignored (RFC 9460 section 2.4.2). */
function isAlias(data: string): boolean {
  const hex = /^\\# \d+ ([0-9a-f\s]+)$/iu.exec(data)?.[1]?.replaceAll(/\s/gu, '') ?? '';
  const octets = Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  if (octets.length < 3 || octets[0] !== 0 || octets[1] !== 0) return false;
  try {
    decodeName(octets, 2, { compressed: false });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

/** The reason why this RDATA is printed in the unknown form, in parentheses. */
function whyNot(data: string): string {
  const read = readServiceMode(data);
  return read.mode === 'malformed' ? ` (${read.problem.charAt(0).toLowerCase()}${read.problem.slice(1)})` : '';
}

/** What is wrong with an HTTPS record in presentation format (RFC 9460); null: nothing. */
export function serviceProblem(data: string): string | null {
  // RDATA that its type does not allow is printed in the unknown form (RFC 3597 section 5).
  if (data.startsWith('\\#')) return isAlias(data) ? null : `it cannot be parsed${whyNot(data)}`;
  const [, priority = '', , parameters = ''] = /^(\d+) (\S+)(?: (.*))?$/s.exec(data) ?? [];
  if (priority === '') return 'it cannot be parsed';
  // Section 2.4.2: recipients ignore the parameters of an alias.
  if (priority === '0') return null;
  const keys = keysIn(parameters);
  const mandatory = /(?:^|\s)mandatory="?([a-z0-9,-]+)"?/.exec(parameters)?.[1]?.split(',') ?? [];
  // Section 8: keys that are listed must be there, and not "mandatory" itself.
  const missing = mandatory.find((key) => key === 'mandatory' || !keys.includes(key));
  if (missing !== undefined) return `mandatory names ${missing}, which is not there`;
  // Section 7.1.1: no-default-alpn needs alpn.
  if (keys.includes('no-default-alpn') && !keys.includes('alpn')) return 'no-default-alpn stands without alpn';
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  return twice === undefined ? null : `${twice} stands twice`;
}
