import { safeLines, safeText } from '../safe-text.ts';
import { displayWidth, padEnd } from '../display-width.ts';
import { markupText } from '../xml.ts';

// Characters that Markdown interprets anywhere; others are only active in certain places, and stay unescaped elsewhere.
const ACTIVE =
  /[\\`*[<|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w])|:(?=(?:100|1234|[\d+-]*[a-z_][\w+-]*):)|(?<=www)\./giu;

// Text that forges link automatically; formatted as code it stays text.
const ADDRESS = /(?:\b[a-z][a-z\d+.-]*:\/\/|\bwww\.)[^\s`|]*[^\s`|.,;:!?)\]}'"]/giu;

// A line that begins like a heading, quotation, list or underline.
const LINE_START = /^(?<before>\s*\d*)(?<active>[-+=#>.)])/u;

const escaped = (text: string): string =>
  text
    .replaceAll(ACTIVE, String.raw`\$&`)
    // Forges also link mentions and issue numbers in rendered Markdown: an empty comment separates them.
    .replaceAll(/[@#](?=\S)|:(?=\/\/)/gu, String.raw`\$&<!-- -->`);

/** Any text shown literally; names, issue numbers and URLs are not linked by the forge. */
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

/** The same within an HTML element, where only HTML is interpreted. */
export const literalHtml = (text: string, maxLength = 300): string =>
  markupText(safeText(text, { maxLength })).replaceAll(/@|(?<!&)#(?=\d)|:(?=\/\/)/gu, (found) => `${found}<!-- -->`);

/** Text as code in a table cell; characters that a table would still interpret are shown as plain text. */
export function codeCell(text: string, maxLength = 300): string {
  const safe = safeText(text, { maxLength });
  return safe === '' || /[\\`|]/u.test(safe) ? literal(text, maxLength) : `\`${safe}\``;
}

/** Wider columns are not padded, so that tables fit a terminal. */
const maxPadded = 66;

const ruleOf = (align: Align, width: number): string =>
  align === 'right'
    ? `${'-'.repeat(width - 1)}:`
    : align === 'middle'
      ? `:${'-'.repeat(width - 2)}:`
      : '-'.repeat(width);

/** The alignment of a column in rendered Markdown; as plain text all are left-aligned. */
export type Align = 'left' | 'middle' | 'right';

/** A table that is also aligned as plain text. */
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

/** Code in a fence longer than any run of backticks in it. */
export function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return [`${fence}text`, ...lines, fence];
}

/** The checks' own prose: Markdown as it is, without HTML outside code. */
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
