// Makes the table of JavaScript libraries from Retire's repository: node tools/libraries.ts FILE COMMIT DATE
import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { readRetire } from '@perimeter/protocols/libraries/retire';
import { join } from 'node:path';
import { repoRoot } from './generate/repo-root.ts';

const folder = join(repoRoot, 'packages/protocols/src/libraries');

const usage = 'Usage: npm run libraries -- jsrepository-v6.json COMMIT YYYY-MM-DD';
const [file = '', commit = '', date = ''] = readCommandLine(usage, {}, [3, 3]).positionals;
if (!/^[0-9a-f]{8,40}$/.test(commit) || !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(usage);
const read = readRetire(JSON.parse(readFileSync(file, 'utf8')));
if (read === null) throw new Error(`${file} is no repository of Retire`);

const origin = `from RetireJS/retire.js, repository/jsrepository-v6.json (commit ${commit}, ${date}), Apache-2.0; see NOTICE`;
const lines = (rows: readonly unknown[]): string[] => rows.map((row) => `  ${JSON.stringify(row)},`);

const table = [
  "import type { LibraryList } from './table.ts';",
  '',
  `/** Made by \`npm run libraries\` ${origin}. Expressions are changed as \`retire.ts\` says. */`,
  'export const shippedLibraries: LibraryList = {',
  `  name: 'Retire.js ${commit}',`,
  `  date: '${date}',`,
  '  libraries: [',
  ...lines(read.libraries).map((line) => `  ${line}`),
  '  ],',
  '};',
  '',
];
writeFileSync(join(folder, 'retire.data.ts'), table.join('\n'));

const dropped = [
  "import type { Dropped } from './retire.ts';",
  '',
  `/** Made by \`npm run libraries\`: what is not taken ${origin}. */`,
  'export const droppedRows: readonly Dropped[] = [',
  ...lines(read.dropped),
  '];',
  '',
];
writeFileSync(join(folder, 'retire-dropped.data.ts'), dropped.join('\n'));
console.log(`${read.libraries.length} libraries, ${read.dropped.length} rows dropped`);
