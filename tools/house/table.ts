import type { Figure, FigureName } from './figures.ts';
import type { Limit } from './limits.data.ts';

/**
 * Figures with their limits as lines of text; `broken` lists those beyond. A figure above its aim is followed by its
 * worst places.
 */
export function houseTable(
  figures: Readonly<Record<FigureName, Figure>>,
  limits: Readonly<Record<FigureName, Limit>>,
): { lines: string[]; broken: FigureName[] } {
  const names = Object.keys(limits).filter((name): name is FigureName => name in figures);
  const broken = names.filter((name) => figures[name].value > limits[name].limit);
  const rows = names.map((name) => {
    const { limit, aim } = limits[name];
    const { value } = figures[name];
    return [name, String(value), String(limit), limit > aim ? String(aim) : '', value > limit ? 'beyond' : ''];
  });
  const head = ['figure', 'now', 'limit', 'aim', ''];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const above = names.filter((name) => figures[name].value > limits[name].aim);
  const reasons = above.flatMap((name) => figures[name].from.map((from) => `${name}: ${from}`));
  return { lines: [line(head), ...rows.map(line), ...reasons], broken };
}
