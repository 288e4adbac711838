// Writes every file that is generated, from the registry for the most part. With --check: writes nothing, and fails where one is stale.
import { existsSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { checkPages } from './generate/check-pages.ts';
import { packageExports } from './generate/exports.ts';
import { securityWithPorts } from './generate/ports.ts';
import { proseModule } from './generate/prose.ts';
import { readmeWithModules } from './generate/readme.ts';
import { reportSchema } from './generate/report-schema.ts';
import { repoRoot } from './generate/repo-root.ts';
import { rootList } from './generate/roots.ts';
import { tlsCoverage } from './generate/tls-coverage.ts';

const checkOnly = process.argv.includes('--check');
const files = [
  proseModule(),
  ...checkPages(),
  readmeWithModules(),
  securityWithPorts(),
  reportSchema(),
  rootList(),
  tlsCoverage(),
  ...packageExports(),
];
const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);

for (const { path, text } of stale) {
  const name = relative(repoRoot, path);
  if (checkOnly) {
    console.error(`Stale: ${name} (npm run generate)`);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`Written: ${name}`);
  }
}
if (stale.length === 0) console.log(`${files.length} generated files are up to date`);
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0;
