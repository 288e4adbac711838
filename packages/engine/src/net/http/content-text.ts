import type { MediaType } from '@perimeter/protocols/http/headers/media-type';

/** Media types beside text/* whose content people read (WHATWG MIME Sniffing section 4.6 and the like). */
const textual =
  /^(?:text\/|application\/(?:xhtml\+xml|xml|json|javascript|ecmascript|x-javascript|manifest\+json)$)|\+(?:json|xml)$/;

/** Without a readable media type, content counts as text unless it holds NUL near its start. */
const isText = (bytes: Uint8Array, type: MediaType | null): boolean =>
  type === null ? !bytes.subarray(0, 1_024).includes(0) : textual.test(type.essence);

function decoderOf(label: string | null | undefined): InstanceType<typeof TextDecoder> | null {
  try {
    return label === null || label === undefined ? null : new TextDecoder(label);
  } catch {
    return null;
  }
}

/** The byte order mark overrides the header, as in browsers (WHATWG Encoding section 6.1). */
function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

/** Our limit may cut the bytes within a UTF-8 sequence. */
function isUtf8(bytes: Uint8Array, cut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}

/** Decoded text of textual content, cut at maxBytes, or null; an unknown charset is read as UTF-8, else as Latin-1. */
export function contentText(
  bytes: Uint8Array,
  type: MediaType | null,
  maxBytes: number,
): { text: string; truncated: boolean; byteOrderMark: boolean } | null {
  if (!isText(bytes, type)) return null;
  const kept = bytes.subarray(0, maxBytes);
  const truncated = bytes.length > maxBytes;
  const marked = markedEncoding(kept);
  const declared = decoderOf(marked) ?? decoderOf(type?.parameters.get('charset'));
  const decoder = declared ?? new TextDecoder(isUtf8(kept, truncated) ? 'utf-8' : 'windows-1252');
  return { text: decoder.decode(kept, { stream: truncated }), truncated, byteOrderMark: marked !== null };
}
