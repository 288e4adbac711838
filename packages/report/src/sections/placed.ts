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
  /** Where it is narrower or wider than the others. */
  width?: number;
  /** A dot instead of a box, with its text at its place to this side of the margin. */
  dot?: { at: Point; align: 'left' | 'right' };
}

/** An ellipse behind the boxes. */
export interface PlacedRing {
  centre: Point;
  across: number;
  down: number;
}

/** An arrow as a line of straight pieces with a head at its end; without points where it has none. */
export interface PlacedEdge {
  points: Point[];
  head: Point[];
  label: string;
  labelAt: Point;
  tone: Tone;
}

/** A scene with positions; y grows downward, and the unit is a pixel of a screen. */
export interface PlacedScene {
  width: number;
  height: number;
  nodeWidth: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  rings: PlacedRing[];
  /** Boxes beyond what a figure takes. */
  left: number;
}

/** How a form lays scenes out. */
export interface LayoutOptions {
  /** Where arrows lead: down, or to the right. */
  flow: 'down' | 'right';
  /** Characters of a label's line. */
  columns: number;
  /** Makes text safe for the form. */
  clean: (text: string) => string;
}

/** Measures of the drawing that both text and boxes keep to. */
export const sceneMeasures = { character: 7.25, labelLine: 17, detailLine: 15, padding: 10 } as const;
