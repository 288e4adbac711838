/** Where the score stands before the plan, and after each of its steps. */
export interface Station {
  title: string;
  total: number;
  grade: string;
}

/** Height of the drawing of a plan, and where 100 and 0 points stand in it. */
export const planHeight = 150;
const top = 34;
export const planBottom = 118;

/** Where a score stands in the drawing of a plan. */
export const planY = (total: number): number => planBottom - ((planBottom - top) * total) / 100;

/** Where a station stands in a drawing of a width. */
export function planX(index: number, count: number, width: number): number {
  const inset = width / 10;
  return count === 1 ? width / 2 : inset + (index * (width - 2 * inset)) / (count - 1);
}

const place = (value: number): string => value.toFixed(1);

/** The corners of the line through the stations. */
export const linePoints = (totals: readonly number[], width: number): string =>
  totals.map((total, index) => `${place(planX(index, totals.length, width))},${place(planY(total))}`).join(' ');

/** The corners of the area under it. */
export const areaPoints = (totals: readonly number[], width: number): string =>
  `${place(planX(0, totals.length, width))},${planBottom} ${linePoints(totals, width)} ${place(planX(totals.length - 1, totals.length, width))},${planBottom}`;

/** The same in words. */
export const planWords = (stations: readonly Station[]): string =>
  stations.map(({ title, total, grade }) => `${title}: ${total}, grade ${grade}`).join('; ');
