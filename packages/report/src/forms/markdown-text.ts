import { safeLines, safeText } from '../safe-text.ts';
import { displayWidth, padEnd } from '../display-width.ts';
import { markupText } from '../xml.ts';

// What Markdown acts on in any place; other characters do so in certain places only, and stay readable elsewhere.
const ACTIVE =
  /[\\`*[<|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w])|:(?=(?:100|1234|[\d+-]*[a-z_][\w+-]*):)|(?<=www)\./giu;

// What forges make links of by themselves. As code it stays text.
const ADDRESS = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)[^\s`|]*[^\s`|.,;:!?)\]}'"]/giu;

// A line that begins like a heading, a quotation, a list or an underline.
const LINE_START = /^(?<before>\s*\d*)(?<active>[-+=#>.)])/u;

const escaped = (text: string): string =>
  text
    .replaceAll(ACTIVE, String.raw`\$&`)
    // Mentions and numbers are looked for after the Markdown is read, too: an empty comment comes between.
    .replaceAll(/[@#](?=\S)|:(?=\/\/)/gu, String.raw`\$&<!-- -->`);

/** Text from a target or of ours that shows as itself; names, numbers and addresses stay unlinked on the forge that shows it. */
export function literal(text: string, maxLength = 300): string {
  const safe = safeText(text, { maxLength });
  const parts: string[] = [];
  let at = 0;
  for (const { 0: address, index } of safe.matchAll(ADDRESS)) {
    parts.push(escaped(safe.slice(at, index)), `\`${address}\``);
    at = index + address.length;
  }
  return [...parts, escaped(safe.slice(at))].join('').replace(LINE_START, String.raw`$<before>\$<active>`);
}

/** The same within an element of HTML, where Markdown is not read: only HTML's own escapes are. */
export const literalHtml = (text: string, maxLength = 300): string =>
  markupText(safeText(text, { maxLength })).replaceAll(/@|(?<!&)#(?=\d)|:(?=\/\/)/gu, (found) => `${found}<!-- -->`);

/** Text as code in a cell of a table; what a table would still act on within code stands as plain text. */
export function codeCell(text: string, maxLength = 300): string {
  const safe = safeText(text, { maxLength });
  return safe === '' || /[\\`|]/u.test(safe) ? literal(text, maxLength) : `\`${safe}\``;
}

/** Wider columns are not filled up: a table should fit a terminal. */
const maxPadded = 66;

const ruleOf = (align: Align, width: number): string =>
  align === 'right'
    ? `${'-'.repeat(width - 1)}:`
    : align === 'middle'
      ? `:${'-'.repeat(width - 2)}:`
      : '-'.repeat(width);

/** How a column is aligned where Markdown is rendered; as plain text all begin at the left. */
export type Align = 'left' | 'middle' | 'right';

/** A table whose columns stand under each other as plain text too. */
export function tableLines(
  columns: readonly { title: string; align?: Align }[],
  rows: readonly (readonly string[])[],
): string[] {
  const widthOf = (index: number): number =>
    Math.max(3, ...[columns[index]?.title ?? '', ...rows.map((row) => row[index] ?? '')].map(displayWidth));
  const widths = columns.map((_, index) => Math.min(maxPadded, widthOf(index)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => (index === columns.length - 1 ? cell : padEnd(cell, widths[index] ?? 0))).join(' | ')} |`;
  const rules = columns.map(({ align = 'left' }, index) =>
    ruleOf(
      align,
      index === columns.length - 1 ? Math.max(3, displayWidth(columns[index]?.title ?? '')) : (widths[index] ?? 3),
    ),
  );
  return [line(columns.map(({ title }) => title)), line(rules), ...rows.map(line)];
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
