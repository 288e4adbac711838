/** The resources that a style sheet loads. */
export interface StyleReference {
  kind: 'style' | 'font' | 'image';
  text: string;
}

/** No legitimate address is longer, and processing takes time in proportion to its length. */
const maxUrl = 4_096;
const quoted = `"([^"\\n\\\\]{0,${maxUrl}})"|'([^'\\n\\\\]{0,${maxUrl}})'`;

/** The tokens that decide what is an address (CSS Syntax section 4): comments and strings hide their content. */
const tokens = new RegExp(
  `/\\*[^]*?(?:\\*/|$)|@(import|namespace|font-face)\\b|\\burl\\(\\s{0,64}(?:${quoted}|([^"'()\\s\\\\]{0,${maxUrl}}))\\s{0,64}\\)|${quoted}|[;{}]`,
  'gi',
);

/** Maximum number of addresses that are read from one sheet. */
const maxReferences = 500;

/**
 * Reads the addresses of a style sheet or of a style attribute: imports count before the first rule alone (CSS Cascade
 * section 2), fonts are what `@font-face` names, and everything else is a picture.
 */
export function styleReferences(css: string): StyleReference[] {
  const found: StyleReference[] = [];
  let rule: 'import' | 'namespace' | 'font-face' | null = null;
  let isAfterRule = false;
  for (const [token, at, ...texts] of css.matchAll(tokens)) {
    const name = at?.toLowerCase();
    if (name === 'import' || name === 'namespace' || name === 'font-face') rule = name;
    if (token === '{') isAfterRule = true;
    if (token === '}' || (token === ';' && rule !== 'font-face')) rule = null;
    const text = texts.find((one) => one !== undefined);
    if (text === undefined || rule === 'namespace') continue;
    if (rule === 'import') {
      if (!isAfterRule) found.push({ kind: 'style', text });
      // Conditions follow the address.
      rule = 'namespace';
    } else if (/^url/i.test(token)) found.push({ kind: rule === 'font-face' ? 'font' : 'image', text });
    if (found.length >= maxReferences) break;
  }
  return found;
}
