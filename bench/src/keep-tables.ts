import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces the tables between a name's two markers in a Markdown file; a name without markers is skipped. */
export function keepTables(path: string, name: string, tables: string): void {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return;
  const kept = `${text.slice(0, from + begin.length)}\n\n${tables.trim()}\n\n${text.slice(to)}`;
  writeFileSync(path, kept);
}
