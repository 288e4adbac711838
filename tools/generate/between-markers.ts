import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

/** A document with the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` replaced. */
export function betweenMarkers(file: string, name: string, content: string): GeneratedFile {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const path = join(repoRoot, file);
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${file} lacks ${start} … ${end}`);
  return { path, text: `${text.slice(0, before + start.length)}\n\n${content}\n\n${text.slice(after)}` };
}
