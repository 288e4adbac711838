import type { SectionFigure } from '@perimeter/contract/section';
import { safeText } from '../safe-text.ts';
import { layoutScene } from '../sections/layout.ts';
import { type PlacedEdge, type PlacedNode, type PlacedRing, pointsText, sceneMeasures } from '../sections/placed.ts';
import { sceneText } from '../sections/outline.ts';
import { scrolling } from './table.ts';
import { text } from './text.ts';

const { labelLine, detailLine, padding } = sceneMeasures;
/** Wider figures use the page's full width. */
const narrowFigure = 300;
/** Margin for strokes at the edges. */
const border = 2;

const edgeSvg = ({ points: path, head, label, labelAt: [x, y], tone }: PlacedEdge): string =>
  `<polyline class="edge ${tone}" points="${pointsText(path)}"/>${head.length === 0 ? '' : `<polygon class="head ${tone}" points="${pointsText(head)}"/>`}${
    label === '' ? '' : `<text class="quiet" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${text(label)}</text>`
  }`;

const ringSvg = ({ centre: [x, y], across, down }: PlacedRing): string =>
  `<ellipse class="ring" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${across.toFixed(1)}" ry="${down.toFixed(1)}"/>`;

function shapeSvg({ x, y, height, tone, dot }: PlacedNode, width: number): string {
  if (dot === undefined)
    return `<rect class="node ${tone}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width}" height="${height}" rx="7"/>`;
  const [cx, cy] = dot.at;
  return `<circle class="node ${tone}" cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="5"/>`;
}

function nodeSvg(node: PlacedNode, usual: number): string {
  const { x, y, labels, details, dot } = node;
  const width = node.width ?? usual;
  const isRight = dot?.align === 'right';
  const left = (isRight ? x + width - padding : x + padding).toFixed(1);
  const anchor = isRight ? ' text-anchor="end"' : '';
  const labelLines = labels.map(
    (line, index) =>
      `<text class="label"${anchor} x="${left}" y="${(y + padding + labelLine * (index + 0.75)).toFixed(1)}">${text(line)}</text>`,
  );
  const top = y + padding + labelLine * labels.length;
  const detailLines = details.map(
    (line, index) =>
      `<text class="quiet"${anchor} x="${left}" y="${(top + detailLine * (index + 0.75)).toFixed(1)}">${text(line)}</text>`,
  );
  return `${shapeSvg(node, width)}${labelLines.join('')}${detailLines.join('')}`;
}

/** A figure as a drawing, with its content as text. */
export function figureHtml({ caption, scene }: SectionFigure): string {
  const placed = layoutScene(scene, {
    flow: 'down',
    columns: 34,
    clean: (value) => safeText(value, { maxLength: 400 }),
  });
  const [width, height] = [Math.ceil(placed.width) + 2 * border, Math.ceil(placed.height) + 2 * border];
  const svg = `<svg class="scene" width="${width}" height="${height}" viewBox="${-border} ${-border} ${width} ${height}" role="img"><title>${text(sceneText(caption, scene))}</title>${placed.rings.map(ringSvg).join('')}${placed.edges.map(edgeSvg).join('')}${placed.nodes.map((node) => nodeSvg(node, placed.nodeWidth)).join('')}</svg>`;
  const rest = placed.left > 0 ? `<p class="quiet">${placed.left} more are in the JSON report.</p>` : '';
  const isWide = width > narrowFigure;
  return `<figure${isWide ? ' class="whole"' : ''}><figcaption>${text(caption)}</figcaption>${scrolling('Figure', svg)}${rest}</figure>`;
}
