const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// XML 1.0 section 2.2: characters that no document may contain, not even as a reference.
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for an element or a quoted attribute of XML or HTML; characters that XML forbids become U+FFFD. */
export const markupText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(ILLEGAL, '\u{fffd}')
    .replaceAll(/[&<>"']/g, (found) => entities[found] ?? found);
