import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReference, type Reference } from '@perimeter/engine/catalogue/reference';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

const modulesDir = join(repoRoot, 'packages/engine/src/modules');

/** The parts of a check's prose, with their headings. */
const headings = {
  why: 'Why it matters',
  fix: 'How to fix',
  acceptable: 'When this risk can be accepted',
  sources: 'Sources',
} as const;

/** The prose of a check, and its sources. */
export interface Prose extends Record<Exclude<keyof typeof headings, 'sources'>, string> {
  sources: readonly Reference[];
}

/** Splits Markdown at headings of one level, outside fenced code; text before the first heading is dropped. */
function sections(markdown: string, level: number): Map<string, string> {
  const found = new Map<string, string>();
  let fenced = false;
  let title: string | undefined;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : new RegExp(`^#{${level}} (.+)$`).exec(line);
    if (heading?.[1] !== undefined) {
      title = heading[1].trim();
      found.set(title, '');
    } else if (title !== undefined) {
      found.set(title, `${found.get(title)}${line}\n`);
    }
  }
  return found;
}

/** Examples need a known language, because reports print it as the name of a server or tool. */
function refuseUnnamedExamples(file: string, id: string, markdown: string): void {
  const fences = markdown.split('\n').filter((line) => line.startsWith('```'));
  if (fences.some((fence, index) => index % 2 === 0 && fence.trim() === '```'))
    throw new Error(`${file}: ${id} has an example without a language`);
}

/** A list, one source on each line. */
const sourcesOf = (file: string, id: string, list: string): Reference[] =>
  list.split('\n').map((line) => {
    const [, text = ''] = /^- (.+)$/.exec(line) ?? [];
    if (!isReference(text)) throw new Error(`${file}: ${id} has a source in no known form: "${line}"`);
    return text;
  });

function proseOf(file: string, id: string, markdown: string): Prose {
  refuseUnnamedExamples(file, id, markdown);
  const parts = sections(markdown, 3);
  const part = (heading: string): string => {
    const text = parts.get(heading)?.trim();
    if (text === undefined || text === '') throw new Error(`${file}: ${id} has no "### ${heading}"`);
    return text;
  };
  return {
    why: part(headings.why),
    fix: part(headings.fix),
    acceptable: part(headings.acceptable),
    sources: sourcesOf(file, id, part(headings.sources)),
  };
}

/** The prose of every check, from the Markdown file of its topic, by check id. */
export function readProse(): Map<string, Prose> {
  const files = readdirSync(modulesDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const all = new Map<string, Prose>();
  for (const file of files.toSorted()) {
    for (const [id, markdown] of sections(readFileSync(join(modulesDir, file), 'utf8'), 2)) {
      if (all.has(id)) throw new Error(`${file}: the prose of ${id} stands twice`);
      all.set(id, proseOf(file, id, markdown));
    }
  }
  return all;
}

const literal = (text: string): string => JSON.stringify(text);

const note = '// Generated from the Markdown files of the topics by `npm run generate`. Do not edit.\n\n';

/** A data module with an entry for every check. */
function dataModule(
  name: string,
  head: readonly string[],
  entryOf: (id: string, prose: Prose) => string,
): GeneratedFile {
  const entries = [...readProse()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, prose]) => entryOf(id, prose));
  const text = [note, ...head, ...entries, '};\n'].join('');
  return { path: join(repoRoot, `packages/engine/src/catalogue/${name}.data.ts`), text };
}

/** The data module that carries the prose into reports. */
export const proseModule = (): GeneratedFile =>
  dataModule(
    'prose',
    [
      '/** Why each check matters, how to fix it and when the risk can be accepted: Markdown, by check id. */\n',
      'export const prose: Readonly<Record<string, { why: string; fix: string; acceptable: string }>> = {\n',
    ],
    (id, { why, fix, acceptable }) =>
      `  ${literal(id)}: {\n    why: ${literal(why)},\n    fix: ${literal(fix)},\n    acceptable: ${literal(acceptable)},\n  },\n`,
  );

/** The data module that gives the checks their sources. */
export const sourcesModule = (): GeneratedFile =>
  dataModule(
    'sources',
    [
      "import type { Reference } from './reference.ts';\n\n",
      '/** The references of each check, by check id. */\n',
      'export const sources: Readonly<Record<string, readonly Reference[]>> = {\n',
    ],
    (id, { sources }) => `  ${literal(id)}: [\n${sources.map((one) => `    ${literal(one)},\n`).join('')}  ],\n`,
  );
