import type { Tone } from '@perimeter/contract/section';

export type Point = readonly [x: number, y: number];

/** Points as an attribute of SVG (SVG 2 section 10.7). */
export const pointsText = (all: readonly Point[]): string =>
  all.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/** A box at its place, with its text broken to its width. */
export interface PlacedNode {
  x: number;
  y: number;
  height: number;
  labels: string[];
  details: string[];
  tone: Tone;
  /** Its width, if different from the others. */
  width?: number;
  /** A dot instead of a box, with its text beside it on this side. */
  dot?: { at: Point; align: 'left' | 'right' };
}

/** An ellipse behind the boxes. */
export interface PlacedRing {
  centre: Point;
  across: number;
  down: number;
}

/** An arrow as straight segments with a head at the end, if it has one. */
export interface PlacedEdge {
  points: Point[];
  head: Point[];
  label: string;
  labelAt: Point;
  tone: Tone;
}

/** A placed scene; y grows downward, in pixels. */
export interface PlacedScene {
  width: number;
  height: number;
  nodeWidth: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  rings: PlacedRing[];
  /** Number of omitted boxes. */
  left: number;
}

/** A form's options for layouts. */
export interface LayoutOptions {
  /** The direction of arrows. */
  flow: 'down' | 'right';
  /** Characters per line of a label. */
  columns: number;
  /** Makes text safe for the form. */
  clean: (text: string) => string;
}

/** Measures of the drawing for text and boxes. */
export const sceneMeasures = { character: 7.25, labelLine: 17, detailLine: 15, padding: 10 } as const;
