/** How much of a report its document prints: what fits a meeting, or as much as is read at all; the attached report has everything. */
export type Detail = 'brief' | 'full';

/** What the annex prints of each thing. */
export interface AnnexLimits {
  /** Findings of one issue with their own evidence, its lines, and the other places of the issue. */
  sights: number;
  evidenceLines: number;
  otherPlaces: number;
  /** Examples of configuration under one fix, and lines of each. */
  examples: number;
  codeLines: number;
  /** Rows of one table, and tables and figures of one section. */
  rows: number;
  tables: number;
  figures: number;
  /** Points of a page that a figure may be high: higher ones are left out. */
  figureHeight: number;
  /** Names of what was not tested for one reason. */
  gaps: number;
  observations: number;
  observationLength: number;
  /** Each check with its result, or how many of each module have which. */
  everyCheck: boolean;
}

/** In the brief one, no issue takes more than a page. */
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
