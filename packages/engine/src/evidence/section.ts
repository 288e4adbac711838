import type { ColumnKind, SectionCell, SectionStatus, SectionTable, Tone } from '@perimeter/contract/section';

type Head = readonly [title: string, kind: ColumnKind];

/** A table of a section from its heads and rows. */
export const tableOf = (
  caption: string,
  heads: readonly Head[],
  rows: readonly (readonly SectionCell[])[],
  note: string | null = null,
): SectionTable => ({
  caption,
  columns: heads.map(([title, kind]) => ({ title, kind })),
  rows: rows.map((row) => [...row]),
  note,
});

/** The tables that have a row. */
export const filled = (...tables: readonly SectionTable[]): SectionTable[] =>
  tables.filter(({ rows }) => rows.length > 0);

/** The cell of a status column. */
export const state = (tone: Tone, text: string): SectionStatus => ({ text, tone });

/** Where something was seen. */
export interface SeenAt {
  host: string;
  address: string;
  port: number;
}

/** A place in one line. */
export const placeText = ({ host, address, port }: SeenAt): string => `${host} (${address} port ${port})`;

/** Rows without their places, each with the list of the places where it was seen; null where that is the only one there is. */
export function byPlace(
  seen: readonly { place: SeenAt; cells: readonly SectionCell[] }[],
  all: readonly SeenAt[],
): SectionCell[][] {
  const rows = new Map<string, { cells: readonly SectionCell[]; places: Set<string> }>();
  for (const { place, cells } of seen) {
    const key = JSON.stringify(cells);
    const row = rows.get(key) ?? { cells, places: new Set<string>() };
    row.places.add(placeText(place));
    rows.set(key, row);
  }
  const every = new Set(all.map(placeText));
  const isOnly = every.size === 1 && seen.every(({ place }) => every.has(placeText(place)));
  const where = (places: ReadonlySet<string>): string | null => {
    if (places.size !== every.size || ![...places].every((place) => every.has(place))) return [...places].join(', ');
    if (every.size > 1) return `all ${every.size} endpoints`;
    return isOnly ? null : [...places].join(', ');
  };
  return [...rows.values()].map(({ cells, places }) => [...cells, where(places)]);
}
