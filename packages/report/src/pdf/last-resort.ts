// Typographic characters of our own prose, which every font has.
const OUR_OWN = /[–—…·“”‘’→↳−×≥≤]/u;

const spelt = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  // An invisible break opportunity is dropped without loss.
  return code === 0x200b ? '' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
};

const plainText = (text: string): string =>
  text.replaceAll(/[^\n\u0020-\u007e]/gu, (character) => (OUR_OWN.test(character) ? character : spelt(character)));

/** The same data with non-ASCII characters escaped, for a document that cannot be rendered otherwise. */
export function spelledOut(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value.toWellFormed());
  if (Array.isArray(value)) return value.map(spelledOut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spelledOut(member)]));
}
