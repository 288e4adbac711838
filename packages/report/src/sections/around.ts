import type { Scene, SceneNode } from '@perimeter/contract/section';
import { hardWrap, truncate } from '../display-width.ts';
import {
  type LayoutOptions,
  type PlacedEdge,
  type PlacedNode,
  type PlacedScene,
  type Point,
  sceneMeasures,
} from './placed.ts';

const maxNodes = 60;
/** Characters of the middle box, and of the texts at the sides. */
const [middleColumns, sideColumns] = [14, 24];
/** Details have a smaller font than labels. */
const detailShare = 1.15;
const maxMiddleLines = 3;
/** Distances: middle to first ring, between rings, and last ring to texts. */
const [firstRing, ringStep, textGap] = [84, 22, 16];
const rowGap = 9;
/** Dots are on both sides of a ring, up to this angle from its middle. */
const widest = (70 / 180) * Math.PI;

const { character, labelLine, detailLine, padding } = sceneMeasures;
const rowHeight = labelLine + detailLine + rowGap;
const textWidth = Math.ceil(sideColumns * character + 2 * padding);

/** A position beside the rings: clockwise from the top right. */
interface Seat {
  side: 1 | -1;
  /** The row from the top of its side, and the number of rows. */
  row: number;
  rows: number;
}

function seatOf(index: number, count: number): Seat {
  const right = Math.ceil(count / 2);
  return index < right
    ? { side: 1, row: index, rows: right }
    : { side: -1, row: count - 1 - index, rows: count - right };
}

function middleOf({ label, details, tone }: SceneNode, clean: LayoutOptions['clean'], [x, y]: Point): PlacedNode {
  const lines = hardWrap(clean(label), middleColumns);
  const labels = lines.length <= maxMiddleLines ? lines : lines.slice(0, maxMiddleLines);
  const texts = details.slice(0, 1).map((detail) => truncate(clean(detail), middleColumns, '…'));
  const width = Math.ceil(Math.max(...[...labels, ...texts].map((line) => line.length), 6) * character + 2 * padding);
  const height = labels.length * labelLine + texts.length * detailLine + 2 * padding;
  return { x: x - width / 2, y: y - height / 2, width, height, labels, details: texts, tone };
}

/** Lays a scene out around its first box, in rings from the inside in order of first mention. */
export function layoutAround(scene: Scene, { clean }: LayoutOptions): PlacedScene {
  const [first, ...others] = scene.nodes.slice(0, maxNodes);
  const names = [...new Set(others.map(({ ring }) => ring ?? ''))];
  const across = (ring: number): number => firstRing + ring * ringStep;
  const last = across(Math.max(0, names.length - 1));
  const rows = Math.ceil(others.length / 2);
  const tall = Math.max(last * 0.75, ((rows - 1) / 2) * (rowHeight / Math.sin(widest)));
  const down = (ring: number): number => (tall * across(ring)) / last;
  const height = Math.ceil(2 * Math.max(tall, (rows * rowHeight) / 2) + 2);
  const width = Math.ceil(2 * (last + textGap + textWidth));
  const centre: Point = [width / 2, height / 2];
  const nodes = first === undefined ? [] : [middleOf(first, clean, centre)];
  const edges: PlacedEdge[] = [];
  for (const [index, { label, details, tone, ring }] of others.entries()) {
    const { side, row, rows: all } = seatOf(index, others.length);
    const angle = all === 1 ? 0 : -widest + (2 * widest * row) / (all - 1);
    const level = names.indexOf(ring ?? '');
    const at: Point = [centre[0] + side * across(level) * Math.cos(angle), centre[1] + down(level) * Math.sin(angle)];
    const middle = centre[1] + (row - (all - 1) / 2) * rowHeight;
    const x = side === 1 ? centre[0] + last + textGap : centre[0] - last - textGap - textWidth;
    nodes.push({
      x,
      y: middle - (labelLine + detailLine) / 2 - padding,
      height: labelLine + detailLine + 2 * padding,
      labels: [truncate(clean(label), sideColumns, '…')],
      details: [truncate(clean(details.join('; ')), Math.floor(sideColumns * detailShare), '…')],
      tone,
      dot: { at, align: side === 1 ? 'left' : 'right' },
    });
    const points: Point[] = [centre, at, [side === 1 ? x + padding / 2 : x + textWidth - padding / 2, middle]];
    edges.push({ points, head: [], label: '', labelAt: at, tone });
  }
  return {
    width,
    height,
    nodeWidth: textWidth,
    nodes,
    edges,
    rings: names.map((_, ring) => ({ centre, across: across(ring), down: down(ring) })),
    left: scene.nodes.length - Math.min(scene.nodes.length, maxNodes),
  };
}
