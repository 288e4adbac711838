import type { Scene, SceneEdge, SceneNode } from '@perimeter/contract/section';
import { hardWrap, truncate, wrap } from '../display-width.ts';
import {
  type LayoutOptions,
  type PlacedEdge,
  type PlacedNode,
  type PlacedScene,
  type Point,
  sceneMeasures,
} from './placed.ts';
import { distinctEdges, ranksOf } from './ranks.ts';
import { layoutAround } from './around.ts';

const maxNodes = 30;
const maxLabelLines = 3;
const maxDetailLines = 5;
/** Details have a smaller font than labels. */
const detailShare = 1.15;
/** Minimum width of boxes, and maximum width due to details alone, in characters. */
const [fewestColumns, fewestDetail] = [14, 24];
const gapAcross = 24;
const gaps = { down: 44, right: 84 } as const;
const sideRoom = 34;
const headSize = 4;

const cut = (lines: readonly string[], max: number, width: number): string[] =>
  lines.length <= max ? [...lines] : [...lines.slice(0, max - 1), truncate(`${lines[max - 1] ?? ''}……`, width, '…')];

function sized({ label, details, tone }: SceneNode, { columns, clean }: LayoutOptions): Omit<PlacedNode, 'x' | 'y'> {
  const wide = Math.floor(columns * detailShare);
  const labels = cut(hardWrap(clean(label), columns), maxLabelLines, columns);
  const lines = cut(
    details.flatMap((detail) => wrap(clean(detail), wide)),
    maxDetailLines,
    wide,
  );
  const { labelLine, detailLine, padding } = sceneMeasures;
  const height = labels.length * labelLine + lines.length * detailLine + 2 * padding;
  return { labels, details: lines, tone, height };
}

/** Downward: the indentation of boxes below the single one that leads to them, and the gap between them. */
const [fanIndent, fanGap] = [28, 14];
/** Where the line to them leaves the box above. */
const fanLine = 12;

/** True if one box leads to several by unlabelled arrows: downward these are stacked, which fits a phone. */
function isFan(row: readonly { id: string }[], edges: readonly SceneEdge[]): boolean {
  const ids = new Set(row.map(({ id }) => id));
  const entering = edges.filter(({ to }) => ids.has(to));
  const isBare = !edges.some(({ from }) => ids.has(from)) && entering.every(({ label }) => label === null);
  return (
    row.length > 1 && isBare && entering.length === row.length && new Set(entering.map(({ from }) => from)).size === 1
  );
}

/** Rows of boxes by rank: left-aligned when downward, centred beside the widest when to the right. */
function place(nodes: readonly SceneNode[], edges: readonly SceneEdge[], options: LayoutOptions, nodeWidth: number) {
  const ranks = ranksOf(
    nodes.map(({ id }) => id),
    edges,
  );
  const rows = Map.groupBy(nodes, ({ id }) => ranks.get(id) ?? 0);
  const ordered = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  const boxes = ordered.map((row) => row.map((node) => ({ id: node.id, ...sized(node, options) })));
  const fans = new Set<string>();
  const placed = new Map<string, PlacedNode>();
  const isDown = options.flow === 'down';
  const across = boxes.map((row) => row.reduce((sum, { height }) => sum + height + gapAcross, -gapAcross));
  const widest = Math.max(0, ...across);
  let along = 0;
  for (const [index, row] of boxes.entries()) {
    if (isDown && isFan(row, edges)) {
      for (const { id, ...box } of row) {
        placed.set(id, { ...box, x: fanIndent, y: along });
        fans.add(id);
        along += box.height + fanGap;
      }
      along += gaps.down - fanGap;
      continue;
    }
    let at = isDown ? 0 : (widest - (across[index] ?? 0)) / 2;
    for (const { id, ...box } of row) {
      placed.set(id, isDown ? { ...box, x: at, y: along } : { ...box, x: along, y: at });
      at += (isDown ? nodeWidth : box.height) + gapAcross;
    }
    along += (isDown ? Math.max(0, ...row.map(({ height }) => height)) : nodeWidth) + gaps[options.flow];
  }
  const length = Math.max(0, along - gaps[options.flow]);
  const right = Math.max(0, ...[...placed.values()].map(({ x }) => x + nodeWidth));
  return { placed, ranks, fans, width: right, height: isDown ? length : widest };
}

/** The head of an arrow whose last segment goes from one point to another. */
function headOf([fromX, fromY]: Point, [x, y]: Point): Point[] {
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const base: Point = [x - dx * headSize * 2, y - dy * headSize * 2];
  return [
    [x, y],
    [base[0] - dy * headSize, base[1] - dx * headSize],
    [base[0] + dy * headSize, base[1] + dx * headSize],
  ];
}

/** From the side of a box to the next row, in three segments. */
function forward(from: PlacedNode, to: PlacedNode, nodeWidth: number, flow: 'down' | 'right'): Point[] {
  if (flow === 'down') {
    const [startX, endX] = [from.x + nodeWidth / 2, to.x + nodeWidth / 2];
    const middle = to.y - gaps.down / 2;
    return [
      [startX, from.y + from.height],
      [startX, middle],
      [endX, middle],
      [endX, to.y],
    ];
  }
  const [startY, endY] = [from.y + from.height / 2, to.y + to.height / 2];
  const middle = to.x - gaps.right / 2;
  return [
    [from.x + nodeWidth, startY],
    [middle, startY],
    [middle, endY],
    [to.x, endY],
  ];
}

/** From below a box's left end down to the side of a stacked box. */
const fanned = (from: PlacedNode, to: PlacedNode): Point[] => [
  [from.x + fanLine, from.y + from.height],
  [from.x + fanLine, to.y + to.height / 2],
  [from.x + fanLine, to.y + to.height / 2],
  [to.x, to.y + to.height / 2],
];

/** Around the boxes, for arrows that lead back or skip a row. */
const around = (from: PlacedNode, to: PlacedNode, nodeWidth: number, side: number): Point[] => [
  [from.x + nodeWidth, from.y + from.height * 0.6],
  [side, from.y + from.height * 0.6],
  [side, to.y + to.height * 0.35],
  [to.x + nodeWidth, to.y + to.height * 0.35],
];

/** Boxes as narrow as their texts allow, to fit a phone; details may take two lines. */
function fitted(nodes: readonly SceneNode[], options: LayoutOptions): LayoutOptions {
  const lengths = nodes.flatMap(({ label, details }) => [
    options.clean(label).length,
    ...details.map((detail) => Math.min(fewestDetail, Math.ceil(options.clean(detail).length / detailShare))),
  ]);
  return { ...options, columns: Math.min(options.columns, Math.max(fewestColumns, ...lengths)) };
}

/** Lays a scene out in rows, deterministically. */
export function layoutScene(scene: Scene, given: LayoutOptions): PlacedScene {
  if (scene.layout === 'around') return layoutAround(scene, given);
  const nodes = scene.nodes.slice(0, maxNodes);
  const options = fitted(nodes, given);
  const nodeWidth = Math.ceil(options.columns * sceneMeasures.character + 2 * sceneMeasures.padding);
  const edges = distinctEdges({ nodes, edges: scene.edges });
  const { placed, ranks, fans, width, height } = place(nodes, edges, options, nodeWidth);
  let side = width;
  const drawn = edges.flatMap(({ from, to, label, tone }): PlacedEdge[] => {
    const [start, end] = [placed.get(from), placed.get(to)];
    if (start === undefined || end === undefined) return [];
    const isNext = (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0) === 1;
    if (!isNext) side += sideRoom;
    const points = fans.has(to)
      ? fanned(start, end)
      : isNext
        ? forward(start, end, nodeWidth, options.flow)
        : around(start, end, nodeWidth, side);
    const [first = [0, 0], second = [0, 0], third = [0, 0], last = [0, 0]] = points;
    const labelAt: Point = isNext
      ? options.flow === 'down'
        ? [first[0] + 6, first[1] + 15]
        : [first[0] + 6, first[1] - 5]
      : [second[0] + 4, (second[1] + third[1]) / 2 + 4];
    const head = headOf(third, last);
    return [{ points, head, label: label === null ? '' : truncate(options.clean(label), 14, '…'), labelAt, tone }];
  });
  // Labels of arrows around the boxes are to the right of the arrow.
  return {
    width: side === width ? width : side + 90,
    height,
    nodeWidth,
    nodes: [...placed.values()],
    edges: drawn,
    rings: [],
    left: scene.nodes.length - nodes.length,
  };
}
