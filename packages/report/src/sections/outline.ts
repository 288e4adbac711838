import type { Scene, SceneNode } from '@perimeter/contract/section';
import { distinctEdges } from './ranks.ts';

/** A line of a scene as text: its depth, arrow and box. */
export interface OutlineLine {
  depth: number;
  arrow: string | null;
  node: SceneNode;
  /** True: its own arrows are listed at its first occurrence. */
  repeated: boolean;
}

/** Maximum number of lines in an outline. */
const maxLines = 200;

/** A scene as an indented list: boxes without incoming arrows first, each followed by those that it leads to. */
export function outlineOf(scene: Scene): OutlineLine[] {
  const edges = distinctEdges(scene);
  const targets = new Set(edges.map(({ to }) => to));
  const nodes = new Map(scene.nodes.map((node) => [node.id, node]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const lines: OutlineLine[] = [];
  const met = new Set<string>();
  const walk = (id: string, depth: number, arrow: string | null): void => {
    const node = nodes.get(id);
    if (node === undefined || lines.length === maxLines) return;
    const repeated = met.has(id);
    lines.push({ depth, arrow, node, repeated });
    if (repeated) return;
    met.add(id);
    for (const { to, label } of leaving.get(id) ?? []) walk(to, depth + 1, label ?? '');
  };
  for (const { id } of scene.nodes) if (!targets.has(id)) walk(id, 0, null);
  for (const { id } of scene.nodes) if (!met.has(id)) walk(id, 0, null);
  return lines;
}

/** One line of an outline as text without indentation. */
export function outlineText({ arrow, node, repeated }: OutlineLine): string {
  const details = repeated || node.details.length === 0 ? '' : ` (${node.details.join('; ')})`;
  const lead = arrow === null ? '' : arrow === '' ? '→ ' : `→ ${arrow}: `;
  return `${lead}${node.label}${details}`;
}

/** A scene as one sentence, as alternative text. */
export const sceneText = (caption: string, scene: Scene): string =>
  `${caption}. ${outlineOf(scene).map(outlineText).join(' ')}`;
