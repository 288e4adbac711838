import type { SectionFigure } from '@perimeter/contract/section';
import { safeText } from '../safe-text.ts';
import { layoutScene, type PlacedEdge, type PlacedNode, sceneMeasures } from '../sections/layout.ts';
import { sceneText } from '../sections/outline.ts';
import { scrolling } from './table.ts';
import { text } from './text.ts';

const { labelLine, detailLine, padding } = sceneMeasures;
/** Room for the strokes at the edges. */
const border = 2;

const points = (all: readonly (readonly [number, number])[]): string =>
  all.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

const edgeSvg = ({ points: path, head, label, labelAt: [x, y], tone }: PlacedEdge): string =>
  `<polyline class="edge ${tone}" points="${points(path)}"/><polygon class="head ${tone}" points="${points(head)}"/>${
    label === '' ? '' : `<text class="quiet" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${text(label)}</text>`
  }`;

function nodeSvg({ x, y, height, labels, details, tone }: PlacedNode, width: number): string {
  const left = (x + padding).toFixed(1);
  const labelLines = labels.map(
    (line, index) =>
      `<text class="label" x="${left}" y="${(y + padding + labelLine * (index + 0.75)).toFixed(1)}">${text(line)}</text>`,
  );
  const top = y + padding + labelLine * labels.length;
  const detailLines = details.map(
    (line, index) =>
      `<text class="quiet" x="${left}" y="${(top + detailLine * (index + 0.75)).toFixed(1)}">${text(line)}</text>`,
  );
  return `<rect class="node ${tone}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width}" height="${height}" rx="7"/>${labelLines.join('')}${detailLines.join('')}`;
}

/** A figure as a drawing, with the same content in words. */
export function figureHtml({ caption, scene }: SectionFigure): string {
  const placed = layoutScene(scene, {
    flow: 'down',
    columns: 34,
    clean: (value) => safeText(value, { maxLength: 400 }),
  });
  const [width, height] = [Math.ceil(placed.width) + 2 * border, Math.ceil(placed.height) + 2 * border];
  const svg = `<svg class="scene" width="${width}" height="${height}" viewBox="${-border} ${-border} ${width} ${height}" role="img"><title>${text(sceneText(caption, scene))}</title>${placed.edges.map(edgeSvg).join('')}${placed.nodes.map((node) => nodeSvg(node, placed.nodeWidth)).join('')}</svg>`;
  const rest = placed.left > 0 ? `<p class="quiet">${placed.left} more are in the JSON report.</p>` : '';
  return `<figure><figcaption>${text(caption)}</figcaption>${scrolling('Figure', svg)}${rest}</figure>`;
}
