import { arrowsUp, circlesOf, filesGraph, roomsGraph } from './arrows.ts';
import { filesByFolder, filesOf, foldersOf, isSource } from './files.ts';
import { readSources, type Source } from './sources.ts';

/** A measured figure with its causes, worst first. */
export interface Figure {
  value: number;
  from: string[];
}

/** Every figure of the house by its name. */
export type FigureName =
  | 'file lines, median'
  | 'file lines, p95'
  | 'file lines, longest'
  | 'function lines, median'
  | 'function lines, p95'
  | 'function lines, longest'
  | 'imports of a file, p95'
  | 'circles of imports'
  | 'imports that run up'
  | 'files in a folder, most'
  | 'source lines a check'
  | 'shared lines a check'
  | 'names exported twice';

/** The modules with their numbers of checks, from the registry. */
export type ChecksByModule = ReadonlyMap<string, number>;

const worst = 5;

/** Measures a checkout. */
export function measureHouse(root: string, checks: ChecksByModule): Record<FigureName, Figure> {
  const files = filesOf(root);
  const sources = readSources(root, files);
  const lines = sources.map(({ file, lines: value }): Row => [value, file]);
  const functions = sources.flatMap(({ file, functions: all }) => all.map((value): Row => [value, file]));
  const imports = sources.map(({ file, imports: all }): Row => [all.length, file]);
  const graph = filesGraph(sources);
  const circles = circlesOf(graph).map((circle) => circle.join(', '));
  const up = foldersOf(files.filter(isSource)).flatMap((folder) => arrowsUp(roomsGraph(folder, graph)));
  return {
    'file lines, median': { value: share(lines, 0.5), from: [] },
    'file lines, p95': { value: share(lines, 0.95), from: [] },
    'file lines, longest': most(lines),
    'function lines, median': { value: share(functions, 0.5), from: [] },
    'function lines, p95': { value: share(functions, 0.95), from: [] },
    'function lines, longest': most(functions),
    'imports of a file, p95': { ...most(imports), value: share(imports, 0.95) },
    'circles of imports': { value: circles.length, from: circles },
    'imports that run up': { value: up.length, from: up },
    'files in a folder, most': most([...filesByFolder(files)].map(([folder, count]): Row => [count, folder])),
    ...linesPerCheck(sources, checks),
    'names exported twice': namesTwice(sources),
  };
}

type Row = readonly [value: number, where: string];

/** The value that this share of the rows does not exceed. */
export function share(rows: readonly Row[], part: number): number {
  const values = rows.map(([value]) => value).toSorted((a, b) => a - b);
  return values[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0;
}

function most(rows: readonly Row[]): Figure {
  const sorted = rows.toSorted(([a], [b]) => b - a);
  return { value: sorted[0]?.[0] ?? 0, from: sorted.slice(0, worst).map(([value, where]) => `${where} ${value}`) };
}

/** Names declared by more than one file: duplicated code, or different things with the same name. */
function namesTwice(sources: readonly Source[]): Figure {
  const counts = new Map<string, number>();
  for (const name of sources.flatMap(({ exports }) => exports)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const twice = [...counts].filter(([, count]) => count > 1).map(([name, count]): Row => [count, name]);
  return { ...most(twice), value: twice.length };
}

/** Over all modules with checks: their own lines, and separately the shared lines in derive/. */
function linesPerCheck(
  sources: readonly Source[],
  checks: ChecksByModule,
): Record<'source lines a check' | 'shared lines a check', Figure> {
  const linesOf = (id: string): number =>
    sources.filter(({ file }) => file.includes(`/modules/${id}/`)).reduce((sum, { lines }) => sum + lines, 0);
  const rows = [...checks].filter(([, count]) => count > 0).map(([id, count]) => ({ id, count, lines: linesOf(id) }));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const perCheck = (lines: number): number => (count === 0 ? 0 : Math.round(lines / count));
  const each = rows.map((row): Row => [Math.round(row.lines / row.count), row.id]);
  const shared = linesOf('derive');
  return {
    'source lines a check': { ...most(each), value: perCheck(rows.reduce((sum, { lines }) => sum + lines, 0)) },
    'shared lines a check': { value: perCheck(shared), from: [`modules/derive ${shared} lines for ${count} checks`] },
  };
}
