import { isMap, isSeq, type Pair, type YAMLSeq, stringify } from 'yaml';
import { UsageError } from '../argument-values.ts';
import { type ReadFile, readConfigurationText } from '../config/read-yaml.ts';

/** The list of accepted risks, and its key; null where there is none. */
function listIn({ document }: ReadFile): { pair: Pair; list: YAMLSeq | null } | null {
  const { contents } = document;
  const pair = isMap(contents) ? contents.items.find((one) => String(one.key) === 'accept') : undefined;
  return pair === undefined ? null : { pair, list: isSeq(pair.value) ? pair.value : null };
}

/** Where the line of an offset begins. */
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** An entry as lines of a list at an indentation. */
function entryLines(entry: Readonly<Record<string, unknown>>, indent: string): string {
  const lines = stringify(entry, { lineWidth: 0, schema: 'core' }).trimEnd().split('\n');
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

/** What stays of a file in which no list stands as lines: only the list is written anew. */
const blockOf = (list: YAMLSeq | null): YAMLSeq | null =>
  list !== null && list.flow !== true && list.items.length > 0 ? list : null;

/** The text of a file with one more entry; everything else keeps its octets. */
export function withEntry(read: ReadFile, entry: Readonly<Record<string, unknown>>): string {
  const text = read.text === '' || read.text.endsWith('\n') ? read.text : `${read.text}\n`;
  const found = listIn(read);
  const block = blockOf(found?.list ?? null);
  let edited: string;
  if (found === null) edited = `${text}${text === '' ? '' : '\n'}accept:\n${entryLines(entry, '  ')}`;
  else if (block !== null) {
    const start = block.range?.[0] ?? 0;
    const last = block.items.at(-1) as { range?: readonly [number, number, number] } | undefined;
    const end = last?.range?.[1] ?? start;
    const next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
    const indent = ' '.repeat(start - lineStart(text, start));
    edited = text.slice(0, next) + entryLines(entry, indent) + text.slice(next);
  } else if (found.list === null || found.list.items.length === 0) {
    const key = found.pair.key as { range?: readonly [number, number, number] };
    const start = key.range?.[1] ?? 0;
    const end = text.indexOf('\n', start);
    const rest = text.slice(start, end).replace(/^\s*:\s*(?:\[\s*\]|~|null)?/u, ':');
    edited = `${text.slice(0, start)}${rest}\n${entryLines(entry, '  ')}${text.slice(end + 1)}`;
  } else
    throw new UsageError(`${read.file}: write the list accept as lines that begin with "-", so that it can be edited`);
  readConfigurationText(edited, read.file);
  return edited;
}

/** The text of a file without some entries; comments beside and between entries stay. */
export function withoutEntries(read: ReadFile, indices: ReadonlySet<number>): string {
  if (indices.size === 0) return read.text;
  const found = listIn(read);
  const block = blockOf(found?.list ?? null);
  if (found === null || block === null)
    throw new UsageError(`${read.file}: write the list accept as lines that begin with "-", so that it can be edited`);
  let { text } = read;
  for (const index of [...indices].toSorted((a, b) => b - a)) {
    const item = block.items[index] as { range?: readonly [number, number, number] } | undefined;
    const start = lineStart(text, item?.range?.[0] ?? 0);
    const end = item?.range?.[1] ?? start;
    const next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1 || text.length;
    text = text.slice(0, start) + text.slice(next);
  }
  if (indices.size === block.items.length) {
    const key = found.pair.key as { range?: readonly [number, number, number] };
    const end = key.range?.[1] ?? 0;
    text = `${text.slice(0, end)}: []${text.slice(end).replace(/^\s*:/u, '')}`;
  }
  readConfigurationText(text, read.file);
  return text;
}
