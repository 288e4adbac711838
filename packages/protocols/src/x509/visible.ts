/** What controls, hides or reorders text: controls, formats, line separators and halves of surrogate pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const hexOf = (code: number): string => code.toString(16).padStart(2, '0').toUpperCase();

/** A certificate's text for a sentence: invisible characters are spelt `\u{…}`, so that no prose contains them. */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The beginning of a text, without half a surrogate pair at its end. */
export const beginning = (text: string, maxCharacters: number): string =>
  text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');

/** The first hundred characters of a text in double quotes. */
export const quoted = (text: string): string => visible(JSON.stringify(beginning(text, 100)));

/** The same for a value of an RFC 4514 string: its UTF-8 octets as pairs of hexadecimal digits (section 2.4). */
export const visibleInName = (text: string): string =>
  text.replaceAll(invisible, (character) =>
    Array.from(new TextEncoder().encode(character), (octet) => `\\${hexOf(octet)}`).join(''),
  );
