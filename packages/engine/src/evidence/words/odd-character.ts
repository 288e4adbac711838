/** Control characters by the names that administrators know (RFC 20). */
const named: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
]);

const hexOf = (code: number): string => `0x${code.toString(16).toUpperCase().padStart(2, '0')}`;

/** The first character outside of space and visible ASCII, in a text with one character per byte; null: none. */
export function oddCharacter(text: string): string | null {
  // oxlint-disable-next-line no-control-regex -- the grammars know the space and visible ASCII
  const [character] = /[^\x20-\x7e]/u.exec(text) ?? [];
  const code = character?.codePointAt(0);
  if (code === undefined) return null;
  if (code > 0x7f) return `the byte ${hexOf(code)}, which is outside ASCII`;
  const name = named.get(code);
  return `the control character ${hexOf(code)}${name === undefined ? '' : ` (${name})`}`;
}

/** The odd character as a suffix to a fault; empty where there is none. */
export function withOddCharacter(text: string): string {
  const odd = oddCharacter(text);
  return odd === null ? '' : `, with ${odd}`;
}
