import { ProtocolError } from '../protocol-error.ts';

/** Prints bytes: printable ASCII as it is, a backslash before the given characters, the rest as \DDD (RFC 1035 section 5.1). */
export function escapeBytes(bytes: Uint8Array, special: string, printable: { from: number }): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (byte < printable.from || byte > 0x7e) text += `\\${String(byte).padStart(3, '0')}`;
    else text += special.includes(character) ? `\\${character}` : character;
  }
  return text;
}

/** Reads the escape at a backslash: the byte meant, and the offset after it; throws ProtocolError. */
function unescapeAt(text: string, offset: number): { byte: number; next: number } {
  const digits = /^[0-9]{1,3}/.exec(text.slice(offset + 1, offset + 4))?.[0] ?? '';
  if (digits === '') {
    const code = text.charCodeAt(offset + 1);
    if (Number.isNaN(code) || code > 0x7f) throw new ProtocolError('escape-of-nothing', offset);
    return { byte: code, next: offset + 2 };
  }
  if (digits.length !== 3 || Number(digits) > 255) throw new ProtocolError('escape-invalid', offset);
  return { byte: Number(digits), next: offset + 4 };
}

/** Reads escaped text into bytes; text outside of ASCII is taken as UTF-8. Throws ProtocolError. */
export function unescapeBytes(text: string): Uint8Array {
  if (!text.includes('\\')) return new TextEncoder().encode(text);
  const bytes: number[] = [];
  for (let i = 0; i < text.length;) {
    if (text.charAt(i) === '\\') {
      const { byte, next } = unescapeAt(text, i);
      bytes.push(byte);
      i = next;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
    bytes.push(...new TextEncoder().encode(character));
    i += character.length;
  }
  return Uint8Array.from(bytes);
}

/** Splits text at a separator that no backslash precedes. */
export function splitUnescaped(text: string, separator: string): string[] {
  if (!text.includes('\\')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** A character-string (RFC 1035 section 5.1) in double quotes. */
export const quoteString = (bytes: Uint8Array): string => `"${escapeBytes(bytes, '"\\', { from: 0x20 })}"`;
