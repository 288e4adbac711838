import { z } from 'zod';

/** How a form sets a column: prose, literal text, a number, a day, or a state. */
export const columnKind = z.enum(['text', 'code', 'number', 'date', 'status']);
export type ColumnKind = z.infer<typeof columnKind>;

/** The meaning of a state for the reader; neutral: neither good nor bad. */
export const tone = z.enum(['good', 'fair', 'bad', 'neutral']);
export type Tone = z.infer<typeof tone>;

/** The cell of a status column: its words, and a tone that is never the only sign of it. */
export const sectionStatus = z.object({ text: z.string(), tone }).meta({ id: 'SectionStatus' });
export type SectionStatus = z.infer<typeof sectionStatus>;

/** One value of a row: text, code and dates (RFC 3339) are strings; null: unknown, or there is none. */
export const sectionCell = z.union([z.string(), z.number(), sectionStatus, z.null()]);
export type SectionCell = z.infer<typeof sectionCell>;

/** Rows under one caption; a row has as many cells as there are columns. */
export const sectionTable = z
  .object({
    caption: z.string(),
    columns: z.array(z.object({ title: z.string(), kind: columnKind })),
    rows: z.array(z.array(sectionCell)),
    note: z.string().nullable(),
  })
  .meta({ id: 'SectionTable' });
export type SectionTable = z.infer<typeof sectionTable>;

/** A box of a scene: a label and up to a few lines of detail. */
export const sceneNode = z.object({
  id: z.string().describe('unique within the scene'),
  label: z.string(),
  details: z.array(z.string()),
  tone,
  ring: z.string().optional().describe('boxes of one ring are alike; for scenes that are laid out around a box'),
});
export type SceneNode = z.infer<typeof sceneNode>;

/** An arrow of a scene from one box to another, named by their ids. */
export const sceneEdge = z.object({
  from: z.string(),
  to: z.string(),
  label: z.string().nullable(),
  tone,
});
export type SceneEdge = z.infer<typeof sceneEdge>;

/** A drawing as boxes and arrows without positions: each form lays it out in its own way. */
export const scene = z
  .object({
    nodes: z.array(sceneNode),
    edges: z.array(sceneEdge),
    layout: z
      .literal('around')
      .optional()
      .describe('the first box stands in the centre, the others in rings around it; absent: in rows'),
  })
  .describe('boxes and arrows: a chain of trust, a path of redirects')
  .meta({ id: 'Scene' });
export type Scene = z.infer<typeof scene>;

/** A drawing with its caption. */
export const sectionFigure = z.object({ caption: z.string(), scene }).meta({ id: 'SectionFigure' });
export type SectionFigure = z.infer<typeof sectionFigure>;

/** Observations of one subject, as every form of the report shows them. */
export const section = z
  .object({
    id: z.string().describe('the kind of evidence it shows'),
    title: z.string(),
    tables: z.array(sectionTable),
    figures: z.array(sectionFigure),
  })
  .meta({ id: 'Section' });
export type Section = z.infer<typeof section>;
