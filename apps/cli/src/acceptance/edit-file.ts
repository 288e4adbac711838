import { isMap, isSeq, type Pair, type YAMLSeq, stringify } from 'yaml';
import { UsageError } from '../argument-values.ts';
import { type ReadFile, readConfigurationText } from '../config/read-yaml.ts';

/** The list of accepted risks with its key; null if there is none. */
function listIn({ document }: ReadFile): { pair: Pair; list: YAMLSeq | null } | null {
  const { contents } = document;
  const pair = isMap(contents) ? contents.items.find((one) => String(one.key) === 'accept') : undefined;
  return pair === undefined ? null : { pair, list: isSeq(pair.value) ? pair.value : null };
}

/** The start of the line at an offset. */
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** An entry as lines of a list, with the file's indentation and line ends. */
function entryLines(entry: Readonly<Record<string, unknown>>, indent: string, lineEnd: string): string {
  const lines = stringify(entry, { lineWidth: 0, schema: 'core' }).trimEnd().split('\n');
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}${lineEnd}`).join('');
}

interface Range {
  range?: readonly [number, number, number] | null;
}

const notEditable = (file: string): UsageError =>
  new UsageError(`${file}: write the list accept as lines that begin with "-", so that it can be edited`);

/**
 * The edited text after checking that it parses, because otherwise errors would point to lines that were never written.
 */
function edited(text: string, { file, hasMark }: ReadFile): string {
  try {
    readConfigurationText(text, file);
  } catch {
    throw notEditable(file);
  }
  return hasMark ? `\ufeff${text}` : text;
}

/** The text with an empty list replaced by one with an entry. */
function withFirst(text: string, pair: Pair, lines: string, lineEnd: string): string {
  const from = (pair.key as Range).range?.[1] ?? 0;
  const [start, end] = (pair.value as Range | null)?.range ?? [from, from];
  const next = text.indexOf('\n', from) + 1 || text.length;
  const emptied = start === end ? text : text.slice(0, start).replace(/(?<=:)[ \t]+$/u, '') + text.slice(end);
  // If the old value had its own line, that line is removed.
  if (start >= next) {
    const rest = emptied.slice(next).replace(/^(?<comments>(?:[ \t]*#.*\n)*)[ \t]*\r?(?:\n|$)/u, '$<comments>');
    return text.slice(0, next) + lines + rest;
  }
  const after = emptied.indexOf('\n', from) + 1 || emptied.length;
  const line = emptied.slice(0, after).replace(/[ \t]*\r?\n?$/u, '');
  return `${line}${lineEnd}${lines}${emptied.slice(after)}`;
}

/** The list if it is in block style; another style is written anew. */
const blockOf = (list: YAMLSeq | null): YAMLSeq | null =>
  list !== null && list.flow !== true && list.items.length > 0 ? list : null;

/** The text of a file with one more entry; all other bytes stay the same. */
export function withEntry(read: ReadFile, entry: Readonly<Record<string, unknown>>): string {
  const lineEnd = read.text.includes('\r\n') ? '\r\n' : '\n';
  const text = read.text === '' || read.text.endsWith('\n') ? read.text : read.text + lineEnd;
  const { contents } = read.document;
  if (isMap(contents) && contents.flow === true)
    throw new UsageError(`${read.file}: write the file as lines instead of in braces, so that it can be edited`);
  const found = listIn(read);
  const block = blockOf(found?.list ?? null);
  // All keys of the file may be indented.
  const rootStart = isMap(contents) ? (contents.range?.[0] ?? 0) : 0;
  const margin = ' '.repeat(rootStart - lineStart(text, rootStart));
  const lines = entryLines(entry, `${margin}  `, lineEnd);
  if (found === null) {
    const ending = /^\.\.\.(?=\s|$)/mu.exec(text)?.index ?? text.length;
    const gap = text === '' ? '' : lineEnd;
    return edited(`${text.slice(0, ending)}${gap}${margin}accept:${lineEnd}${lines}${text.slice(ending)}`, read);
  }
  if (block === null) {
    if (found.list !== null && found.list.items.length > 0) throw notEditable(read.file);
    return edited(withFirst(text, found.pair, lines, lineEnd), read);
  }
  const start = block.range?.[0] ?? 0;
  const end = (block.items.at(-1) as Range | undefined)?.range?.[1] ?? start;
  const next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  const indent = ' '.repeat(start - lineStart(text, start));
  return edited(text.slice(0, next) + entryLines(entry, indent, lineEnd) + text.slice(next), read);
}

/** The text of a file without some entries; comments between entries stay. */
export function withoutEntries(read: ReadFile, indices: ReadonlySet<number>): string {
  const found = listIn(read);
  const block = blockOf(found?.list ?? null);
  if (found === null || block === null) throw notEditable(read.file);
  let { text } = read;
  for (const index of [...indices].toSorted((a, b) => b - a)) {
    const item = block.items[index] as Range | undefined;
    const start = lineStart(text, item?.range?.[0] ?? 0);
    const end = item?.range?.[1] ?? start;
    const next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1 || text.length;
    text = text.slice(0, start) + text.slice(next);
  }
  if (indices.size === block.items.length) {
    const key = found.pair.key as Range;
    const end = key.range?.[1] ?? 0;
    text = `${text.slice(0, end)}: []${text.slice(end).replace(/^\s*:/u, '')}`;
  }
  return edited(text, read);
}
