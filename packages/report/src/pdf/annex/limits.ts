/** How much a document prints: enough for a meeting, or as much as anyone reads; the attached report has everything. */
export type Detail = 'brief' | 'full';

/** Limits of the annex. */
export interface AnnexLimits {
  /** Per issue: findings with their own evidence, lines of evidence, and further places. */
  sights: number;
  evidenceLines: number;
  otherPlaces: number;
  /** Per fix: examples, and lines of each. */
  examples: number;
  codeLines: number;
  /** Rows per table, and tables and figures per section. */
  rows: number;
  tables: number;
  figures: number;
  /** Maximum height of a figure in points; higher ones are omitted. */
  figureHeight: number;
  /** Names per reason for not testing. */
  gaps: number;
  observations: number;
  observationLength: number;
  /** True: each check with its result; false: only numbers per module. */
  everyCheck: boolean;
}

/** In the brief document no issue takes more than a page. */
export const annexLimits: Readonly<Record<Detail, AnnexLimits>> = {
  brief: {
    sights: 1,
    evidenceLines: 10,
    otherPlaces: 5,
    examples: 1,
    codeLines: 16,
    rows: 5,
    tables: 2,
    figures: 1,
    figureHeight: 230,
    gaps: 12,
    observations: 6,
    observationLength: 160,
    everyCheck: false,
  },
  full: {
    sights: 3,
    evidenceLines: 28,
    otherPlaces: 20,
    examples: 3,
    codeLines: 40,
    rows: 200,
    tables: 100,
    figures: 12,
    figureHeight: Number.POSITIVE_INFINITY,
    gaps: 240,
    observations: 60,
    observationLength: 400,
    everyCheck: true,
  },
};
