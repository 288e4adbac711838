/** A run of prose: plain words, code, strong words, or a link to an https address. */
export type Span = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; url: string };

/** One block of a check's prose. */
export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; language: string; lines: string[] };

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/gu;

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  const plainUntil = (end: number): void => {
    if (end > at) spans.push({ kind: 'text', text: text.slice(at, end) });
  };
  for (const found of text.matchAll(inline)) {
    const [whole, code, strong, label, url] = found;
    plainUntil(found.index);
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (label !== undefined && url !== undefined) spans.push({ kind: 'link', text: label, url });
    at = found.index + whole.length;
  }
  plainUntil(text.length);
  return spans;
}

const isRow = (line: string): boolean => /^\|.*\|\s*$/u.test(line);
const isRule = (line: string): boolean => /^\|(?:\s*:?-+:?\s*\|)+\s*$/u.test(line);

const cellsOf = (line: string): Span[][] =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => spansOf(cell.trim()));

const isItem = (line: string): boolean => /^[-*] /u.test(line);

function textBlock(lines: readonly string[]): Block {
  const [head, rule, ...rows] = lines;
  if (head !== undefined && rule !== undefined && lines.every(isRow) && isRule(rule))
    return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
  if (!lines.every((line) => isItem(line) || /^ {2,}/u.test(line))) {
    return { kind: 'paragraph', spans: spansOf(lines.join('\n')) };
  }
  const items = lines.join('\n').split(/\n(?=[-*] )/u);
  return { kind: 'list', items: items.map((item) => spansOf(item.replace(/^[-*] /u, ''))) };
}

/** Parses the subset of Markdown in the checks' prose: paragraphs, lists, tables, fenced code, code, strong, links. */
export function proseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let code: { language: string; lines: string[] } | null = null;
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) blocks.push(textBlock(text));
    text = [];
  };
  for (const line of markdown.split(/\r?\n/u)) {
    const fence = /^\s*(?:```|~~~)\s*([\w+-]*)/u.exec(line);
    if (fence !== null) {
      flush();
      if (code !== null) blocks.push({ kind: 'code', ...code });
      code = code === null ? { language: fence[1] ?? '', lines: [] } : null;
    } else if (code !== null) code.lines.push(line);
    else if (line.trim() === '') flush();
    else text.push(line);
  }
  flush();
  if (code !== null) blocks.push({ kind: 'code', ...code });
  return blocks;
}

const wordsOf = (spans: readonly Span[]): string =>
  spans
    .map((span) => (span.kind === 'link' ? `${span.text} (${span.url})` : span.text))
    .join('')
    .replaceAll(/\s*\n\s*/gu, ' ');

function plainBlock(block: Block): string {
  if (block.kind === 'paragraph') return wordsOf(block.spans);
  if (block.kind === 'code') return block.lines.map((line) => `    ${line}`.trimEnd()).join('\n');
  if (block.kind === 'list') return block.items.map((item) => `- ${wordsOf(item)}`).join('\n');
  return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(', ')).join('\n');
}

/** The prose as plain text, without Markdown markup and source line breaks. */
export const plainProse = (markdown: string): string => proseBlocks(markdown).map(plainBlock).join('\n\n');
