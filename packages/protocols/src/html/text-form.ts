import { isMarkup, type MediaType } from '../http/headers/media-type.ts';
import { isEncodingLabel, isReplaced } from './encoding.ts';
import type { TextForm } from './markup.ts';
import { pageOf } from './page.ts';

/** HTML searches these bytes for an encoding ("prescan a byte stream"). */
const prescanCharacters = 1_024;

/** The encoding in the XML declaration, which browsers also obey in HTML (HTML, "encoding sniffing algorithm"). */
const declared = (text: string): string | undefined =>
  /^<\?xml\s[^>]{0,200}?\bencoding\s{0,9}=\s{0,9}["']([^"'<>]{1,40})["']/.exec(text)?.[1];

/** The label that decides: of the header, if browsers know it, else of the text itself. */
function labelOf(text: string, type: MediaType | null, isXml: boolean): string | null {
  const charset = type?.parameters.get('charset');
  if (charset !== undefined && isEncodingLabel(charset)) return charset;
  const start = text.slice(0, prescanCharacters);
  return declared(start) ?? (isXml ? null : pageOf(start).metaCharset);
}

/** How browsers read the text of a document of this type; a byte order mark decides before any label (Encoding section 6). */
export function textFormOf(text: string, type: MediaType | null, byteOrderMark = false): TextForm {
  const isXml = type !== null && isMarkup(type) && type.essence !== 'text/html';
  const label = byteOrderMark ? null : labelOf(text, type, isXml);
  if (label !== null && isReplaced(label)) return 'replaced';
  return isXml ? 'xml' : 'html';
}
