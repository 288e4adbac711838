import { existsSync, globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import type { ICruiseResult, IReporterOutput } from 'dependency-cruiser';
import { circlesOf } from './house/arrows.ts';
// The cruiser would go on without it.
import './house/typescript-for-walls.ts';

const ROOMS = ['packages', 'apps', 'lab', 'bench', 'tools'];

/** The result of checking the import rules: one line per violation, the files read, and the imports between files. */
interface WallsReport {
  violations: string[];
  modules: string[];
  edges: number;
  /** TypeScript files that were not read: if there are any, the check is invalid. */
  unread: string[];
  /** The names of all import rules. */
  rules: string[];
}

/** The classic compiler, without the most of its work. */
const lentTypescript = new URL('house/typescript-for-walls.ts', import.meta.url).href;

/**
 * dependency-cruiser needs the classic compiler API, which typescript 7 lacks; without it, it reads no .ts file and
 * reports success. So its `typescript` is linked to the classic compiler installed beside the new one.
 */
function lendClassicTypescript(): () => void {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (context.parentURL?.includes('/node_modules/dependency-cruiser/') !== true) return next(specifier, context);
      if (specifier === 'typescript') return { url: lentTypescript, shortCircuit: true };
      const isPart = specifier.startsWith('typescript/');
      return next(isPart ? specifier.replace('typescript', 'typescript-classic') : specifier, context);
    },
  });
  return () => hooks.deregister();
}

function isCruiseResult(output: IReporterOutput['output']): output is ICruiseResult {
  return typeof output !== 'string';
}

const sourceFiles = (root: string): string[] =>
  globSync(
    ROOMS.map((room) => `${room}/**/*.ts`),
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'] },
  )
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();

/** The rule that the cruiser would judge by a search from each import. */
const circleRule = 'no-cycles';

/** The circles of imports between files, each as a line: one pass finds all, for a tenth of the time. */
function circlesIn(house: ICruiseResult['modules']): string[] {
  const graph = new Map(
    house.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ resolved }) => resolved))]),
  );
  const ownImports = [...graph].filter(([file, imports]) => imports.has(file)).map(([file]) => [file, file]);
  return [...circlesOf(graph), ...ownImports].map((circle) => `${circleRule}: ${circle.join(' -> ')}`);
}

/** Checks the import rules of .dependency-cruiser.mjs in a checkout, or in some of its files; with only some, cycles are not detected. */
export async function checkWalls(root: string, files: readonly string[] = []): Promise<WallsReport> {
  const giveBack = lendClassicTypescript();
  const { cruise } = await import('dependency-cruiser');
  const { default: extractOptions } = await import('dependency-cruiser/config-utl/extract-depcruise-options');
  const options = await extractOptions(path.join(root, '.dependency-cruiser.mjs'));
  const forbidden = options.ruleSet?.forbidden ?? [];
  const rooms = ROOMS.filter((room) => existsSync(path.join(root, room)));
  const range = files.length === 0 ? {} : { maxDepth: 1 };
  const { output } = await cruise(files.length === 0 ? rooms : [...files], {
    ...options,
    ...range,
    ruleSet: { ...options.ruleSet, forbidden: forbidden.filter(({ name }) => name !== circleRule) },
    baseDir: root,
    parser: 'tsc',
  });
  giveBack();
  if (!isCruiseResult(output)) throw new Error('The cruise gave a text where its result was expected');
  const house = output.modules.filter(({ source }) => ROOMS.some((room) => source.startsWith(`${room}/`)));
  const modules = house.map(({ source }) => source);
  const read = new Set(modules);
  return {
    violations: [
      ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
      ...circlesIn(house),
    ],
    modules,
    edges: house.reduce(
      (sum, module) => sum + module.dependencies.filter(({ resolved }) => read.has(resolved)).length,
      0,
    ),
    unread: sourceFiles(root).filter((file) => !read.has(file)),
    rules: forbidden.flatMap(({ name }) => name ?? []),
  };
}

async function main(): Promise<number> {
  const { violations, modules, edges, unread } = await checkWalls(path.resolve(import.meta.dirname, '..'));
  for (const violation of violations) console.error(violation);
  for (const file of unread) console.error(`not read: ${file}`);
  console.error(`${modules.length} modules, ${edges} imports between them, ${violations.length} through a wall`);
  return violations.length > 0 || unread.length > 0 || edges === 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main();
