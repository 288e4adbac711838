// Prints the figures of the house with their limits; with --where, also the worst places. Exits with 1 if a limit is
// exceeded.
import path from 'node:path';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { modules } from '@perimeter/engine/modules/registry';
import { measureHouse } from './house/figures.ts';
import { limits } from './house/limits.data.ts';
import { houseTable } from './house/table.ts';

const { values: options } = readCommandLine('Usage: npm run house [-- --where]', {
  where: { type: 'boolean', default: false },
});
const checks = new Map(modules.map(({ id, checks: all }) => [id, all.length]));
const figures = measureHouse(path.resolve(import.meta.dirname, '..'), checks);
const { lines, broken } = houseTable(figures, limits);
console.log(lines.join('\n'));
if (options.where) {
  for (const [name, { from }] of Object.entries(figures)) for (const line of from) console.log(`${name}: ${line}`);
}
process.exitCode = broken.length > 0 ? 1 : 0;
