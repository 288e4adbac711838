import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryTitles } from '@perimeter/contract/category';
import { phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

const [start, end] = ['<!-- modules:start -->', '<!-- modules:end -->'];

/** The README with its table of modules made anew between the two markers. */
export function readmeWithModules(): GeneratedFile {
  const path = join(repoRoot, 'README.md');
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md lacks ${start} … ${end}`);
  const rows = modules.map((module) => {
    const { id, title, category, checks } = module;
    const name = checks.length === 0 ? title : `[${title}](docs/checks/${id}.md)`;
    return `| \`${phaseName(module)}\` | ${name} | ${categoryTitles[category]} | ${checks.length === 0 ? 'not yet' : checks.length} |`;
  });
  const table = ['| Phase | Module | Category | Checks |', '|---|---|---|---|', ...rows].join('\n');
  return { path, text: `${text.slice(0, before + start.length)}\n\n${table}\n\n${text.slice(after)}` };
}
