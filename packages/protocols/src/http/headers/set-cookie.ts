import { trimOws } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** A cookie as a Set-Cookie line asks for it, before any rule about domain, path or prefix is applied. */
export interface SetCookie {
  name: string;
  value: string;
  /** Attribute names in lower case to their values, empty where there is none: the last of a name counts. */
  attributes: ReadonlyMap<string, string>;
}

/** RFC 10025 section 5.6, steps 6 and 7: longest name with value, longest attribute value, in octets. */
const maxPairBytes = 4096;
const maxAttributeBytes = 1024;

/** Whether a line has a control other than the tab, which voids it (step 1); readers of messages write NUL as U+FFFD. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
export const hasControl = (line: string): boolean => /[\0-\x08\x0a-\x1f\x7f\ufffd]/.test(line);

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Splits name=value; where there is no equals sign everything is on the given side. */
function pairOf(text: string, lone: 'name' | 'value'): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals === -1) return lone === 'name' ? [trimOws(text), ''] : ['', trimOws(text)];
  return [trimOws(text.slice(0, equals)), trimOws(text.slice(equals + 1))];
}

function attributesOf(parts: readonly string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const [name, value] = pairOf(part, 'name');
    if (name !== '' && byteLength(value) <= maxAttributeBytes) attributes.set(name.toLowerCase(), value);
  }
  return attributes;
}

/** Reads one Set-Cookie line (RFC 10025 section 5.6); null for a cookie that a browser would not take at all. */
export function parseSetCookie(line: string): Parsed<SetCookie | null> {
  if (hasControl(line)) return { value: null, problems: ['The line holds a control character'] };
  const [pair = '', ...rest] = line.split(';');
  const [name, value] = pairOf(pair, 'value');
  if (name === '' && value === '') return { value: null, problems: ['The cookie has neither a name nor a value'] };
  if (byteLength(name) + byteLength(value) > maxPairBytes) {
    return { value: null, problems: [`Name and value are longer than ${maxPairBytes} octets`] };
  }
  const problems = name === '' ? ['The cookie has no name'] : [];
  return { value: { name, value, attributes: attributesOf(rest) }, problems };
}
