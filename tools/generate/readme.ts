import { categoryTitles } from '@perimeter/contract/category';
import { phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import { betweenMarkers } from './between-markers.ts';
import type { GeneratedFile } from './repo-root.ts';

/** The README with its table of modules updated between the markers. */
export function readmeWithModules(): GeneratedFile {
  const rows = modules.map((module) => {
    const { id, title, category, checks } = module;
    const name = checks.length === 0 ? title : `[${title}](docs/checks/${id}.md)`;
    return `| \`${phaseName(module)}\` | ${name} | ${categoryTitles[category]} | ${checks.length === 0 ? 'not yet' : checks.length} |`;
  });
  return betweenMarkers(
    'README.md',
    'modules',
    ['| Phase | Module | Category | Checks |', '|---|---|---|---|', ...rows].join('\n'),
  );
}
