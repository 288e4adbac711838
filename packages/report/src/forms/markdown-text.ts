import { safeLines, safeText } from '../safe-text.ts';
import { markupText } from '../xml.ts';

// Everything that Markdown or its extensions act on.
const ACTIVE = /[\\`*_{}[\]()#+\-.!|<>~@&:$=^]/gu;

/** Text from a target or of ours that shows as itself; names and numbers of the forge it is shown on stay unlinked. */
export const literal = (text: string, maxLength = 300): string =>
  safeText(text, { maxLength })
    .replaceAll(ACTIVE, (found) => `\\${found}`)
    // Mentions, numbers and addresses are looked for after the Markdown is read, too: an empty comment comes between.
    .replaceAll(/\\[@#]|\\:(?=\/\/)/gu, (found) => `${found}<!-- -->`);

/** The same within an element of HTML, where Markdown is not read: only HTML's own escapes are. */
export const literalHtml = (text: string, maxLength = 300): string =>
  markupText(safeText(text, { maxLength })).replaceAll(/@|(?<!&)#(?=\d)|:(?=\/\/)/gu, (found) => `${found}<!-- -->`);

/** Text as code in a cell of a table; what a table would still act on within code stands as plain text. */
export function codeCell(text: string, maxLength = 300): string {
  const safe = safeText(text, { maxLength });
  return safe === '' || /[\\`|]/u.test(safe) ? literal(text, maxLength) : `\`${safe}\``;
}

/** A fence longer than any run of backticks within. */
export function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return [`${fence}text`, ...lines, fence];
}

/** The checks' own prose: Markdown as it is, without HTML outside of code. */
export function proseLines(markdown: string): string[] {
  let inCode = false;
  return safeLines(markdown.replaceAll('\t', '    '), { maxLength: 4_000 }).map((line) => {
    const isFence = /^\s*(?:```|~~~)/u.test(line);
    if (isFence) inCode = !inCode;
    if (isFence || inCode) return line;
    return line
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
      .join('`');
  });
}
